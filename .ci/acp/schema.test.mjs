// The judge accepts what the protocol shows, and rejects what is not in it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { wrong, wrongMessage } from "./schema.mjs";

const terminal = () => ({
  sessionId: "s",
  update: {
    sessionUpdate: "tool_call",
    toolCallId: "c",
    title: "ls",
    kind: "execute",
    status: "in_progress",
    content: [{ type: "terminal", terminalId: "c" }],
    _meta: { terminal_info: { terminal_id: "c", cwd: "/work" } },
  },
});

test("a call with a terminal is fine", () => {
  assert.equal(wrong("SessionNotification", terminal()), null);
});

for (const [what, spoil] of Object.entries({
  "a kind that is not there": (update) => (update.kind = "nope"),
  "a status that is not there": (update) => (update.status = "done"),
  "no id": (update) => delete update.toolCallId,
  "no title": (update) => delete update.title,
  "a block of no type": (update) => (update.content = [{ type: "html", html: "" }]),
  "a diff without a text": (update) => (update.content = [{ type: "diff", path: "/a" }]),
  "a line before the first": (update) => (update.locations = [{ path: "/a", line: -1 }]),
  "a place without a path": (update) => (update.locations = [{ line: 1 }]),
  "an image without data": (update) =>
    (update.content = [{ type: "content", content: { type: "image", mimeType: "image/png" } }]),
  "a meta that is a text": (update) => (update._meta = "terminal"),
})) {
  test(`${what} is not`, () => {
    const notification = terminal();
    spoil(notification.update);
    assert.notEqual(wrong("SessionNotification", notification), null);
  });
}

test("a question has options of known kinds", () => {
  const ask = (kind) => ({
    sessionId: "s",
    toolCall: { toolCallId: "c" },
    options: [{ optionId: "o", name: "Allow", kind }],
  });
  assert.equal(wrong("RequestPermissionRequest", ask("allow_once")), null);
  assert.notEqual(wrong("RequestPermissionRequest", ask("allow_for_ever")), null);
  assert.notEqual(wrong("RequestPermissionRequest", { ...ask("allow_once"), toolCall: {} }), null);
});

test("messages are what they are said to be", () => {
  const message = { jsonrpc: "2.0", method: "session/update", params: terminal() };
  assert.equal(wrongMessage(message), null);
  assert.notEqual(wrongMessage({ ...message, id: 1 }), null);
  assert.notEqual(wrongMessage({ ...message, jsonrpc: "1.0" }), null);
  assert.notEqual(wrongMessage({ ...message, method: "session/updates" }), null);
});
