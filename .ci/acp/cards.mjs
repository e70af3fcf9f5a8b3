// Every card, for each kind of client and with every end, as the example `acp_cards` prints them on standard input.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { wrongMessage } from "./schema.mjs";

const CARDS =
  "none broken generic terminal signal diff created matches paths read web fetch media".split(" ");
const CLIENTS = ["capable", "delta", "incapable"];
const COURSES = "success failure cancel mistake allowed rejected given_up".split(" ");
const ASKED = new Set(["allowed", "rejected", "given_up"]);

const sessions = new Map();
let count = 0;
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const message = JSON.parse(line);
  const reason = wrongMessage(message);
  assert.equal(reason, null, `${reason}\n${line}`);
  const id = message.params.sessionId;
  sessions.set(id, [...(sessions.get(id) ?? []), message]);
  count += 1;
}

const expected = CARDS.flatMap((card) =>
  CLIENTS.flatMap((client) => COURSES.map((course) => `${card}/${client}/${course}`)),
);
assert.deepEqual([...sessions.keys()].sort(), expected.sort(), "what was emitted is not all that there is");

for (const [id, messages] of sessions) {
  const [card, client, course] = id.split("/");
  const updates = messages.filter((message) => message.method === "session/update");
  const told = updates.map((message) => message.params.update);
  const questions = messages.filter((message) => message.method === "session/request_permission");
  const at = (text) => `${text}: ${id}\n${messages.map((message) => JSON.stringify(message)).join("\n")}`;

  assert.equal(told[0].sessionUpdate, "tool_call", at("no card comes first"));
  assert.equal(told[0].status ?? "pending", "pending", at("it began before it was decided about"));
  assert.ok(told.slice(1).every((update) => update.sessionUpdate === "tool_call_update"), at("two cards"));
  assert.equal(new Set(told.map((update) => update.toolCallId)).size, 1, at("two calls"));

  const ends = told.filter((update) => ["completed", "failed"].includes(update.status));
  assert.equal(ends.length, 1, at("it does not end once"));
  assert.equal(ends[0], told.at(-1), at("something comes after the end"));
  const well = course === "success" || course === "allowed";
  assert.equal(ends[0].status, well ? "completed" : "failed", at("it ended otherwise"));

  const runs = told.some((update) => update.status === "in_progress");
  assert.equal(runs, !["rejected", "given_up"].includes(course), at("whether it ran"));
  assert.equal(questions.length, ASKED.has(course) ? 1 : 0, at("questions"));
  if (questions.length > 0) {
    assert.equal(questions[0].params.toolCall.toolCallId, told[0].toolCallId, at("about another call"));
    const start = messages.findIndex((message) => message.params.update?.status === "in_progress");
    assert.ok(messages.indexOf(questions[0]) > 0, at("asked before there was a card"));
    assert.ok(start < 0 || messages.indexOf(questions[0]) < start, at("asked after it began"));
  }

  if (!well && course !== "failure") {
    // Why it did not go well is there to be read.
    const texts = (told.at(-1).content ?? []).map((block) => block.content?.text ?? "");
    assert.match(texts.join("\n"), /Error: /, at("no reason"));
  }

  const blocks = told.flatMap((update) => update.content ?? []);
  const shows = blocks.some((block) => block.type === "terminal");
  const keys = told.flatMap((update) => Object.keys(update._meta ?? {}));
  if (client === "incapable") {
    assert.ok(!shows && !keys.some((key) => key.startsWith("terminal")), at("a terminal for who has none"));
  } else if (card === "terminal" && course !== "mistake") {
    assert.ok(shows && keys.includes("terminal_info"), at("no terminal"));
  }
  if (client !== "incapable" && card === "terminal" && well) {
    const key = client === "delta" ? "terminal_output_delta" : "terminal_output";
    const exit = told.at(-1)._meta.terminal_exit;
    assert.equal(exit.exit_code, 101, at("not its exit status"));
    const output = told.map((update) => update._meta?.[key]?.data ?? "").join("");
    assert.equal(output, "one line,\nanother with ``` in it\n", at("not its output, once"));
  }
  if (card === "diff" && well) {
    const diffs = told.at(-1).content.filter((block) => block.type === "diff");
    assert.equal(diffs.length, 2, at("not its diffs"));
  }
  if (card === "media" && well) {
    const types = told.at(-1).content.map((block) => block.content?.type);
    for (const type of ["image", "audio", "resource_link"]) {
      assert.ok(types.includes(type), at(`no ${type}`));
    }
  }
}

console.log(`${count} messages of ${sessions.size} calls are what the schema and the protocol want`);
