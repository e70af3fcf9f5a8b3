// A client of the protocol's own library, in conversation with the agent that `ACP_AGENT` names. Every line that the agent
// writes is held against the schema, and against what the library makes of it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";
import { wrong, wrongMessage } from "./schema.mjs";

/** Longer than anything takes that works. */
const PATIENCE = 60_000;

/** The answers of an agent, by what was asked. */
const ANSWERS = {
  initialize: "InitializeResponse",
  "session/new": "NewSessionResponse",
  "session/prompt": "PromptResponse",
  "session/close": "CloseSessionResponse",
};

/** A value without what is `undefined` in it, as it would be written. */
const written = (value) => JSON.parse(JSON.stringify(value));

export class Conversation {
  /** What the client was told and asked, in order, as the library understood it. */
  told = [];
  asked = [];
  /** Those that were told of the session whose turn is going on. */
  #listeners = new Set();
  #lines = [];
  #sent = new Map();
  /** What the client says when it is asked; a turn sets its own. */
  answer = () => "allow_once";

  /** Starts the agent in a directory of its own, whose `src/lib.rs` has two lines. */
  static async start(clientCapabilities, options = []) {
    const conversation = new Conversation();
    await conversation.#start(clientCapabilities, options);
    return conversation;
  }

  async #start(clientCapabilities, options) {
    this.directory = realpathSync(mkdtempSync(join(tmpdir(), "acp-")));
    mkdirSync(this.path("src"));
    writeFileSync(this.path("src/lib.rs"), "//! A library.\npub fn one() -> u32 { 1 }\n");
    this.agent = spawn(process.env.ACP_AGENT, options, { stdio: ["pipe", "pipe", "inherit"] });
    this.ended = once(this.agent, "exit");
    const [lines, messages] = Readable.toWeb(this.agent.stdout).tee();
    this.read = this.#read(lines);
    const [outgoing, incoming] = [this.#watched(Writable.toWeb(this.agent.stdin)), messages];
    this.connection = acp
      .client({ name: "checks" })
      .onNotification(acp.methods.client.session.update, ({ params }) => {
        this.told.push(params);
        for (const listener of this.#listeners) listener(params.update);
      })
      .onRequest(acp.methods.client.session.requestPermission, async ({ params }) => {
        this.asked.push(params);
        const kind = await this.answer(params);
        const option = params.options.find((option) => option.kind === kind);
        return { outcome: option ? { outcome: "selected", optionId: option.optionId } : { outcome: "cancelled" } };
      })
      .connect(acp.ndJsonStream(outgoing, incoming));
    this.initialized = await this.request("initialize", {
      protocolVersion: acp.PROTOCOL_VERSION,
      clientCapabilities,
    });
    const { sessionId } = await this.request("session/new", { cwd: this.directory, mcpServers: [] });
    this.sessionId = sessionId;
  }

  path(name) {
    return join(this.directory, name);
  }

  /** Keeps what the agent wrote, line for line. */
  async #read(stream) {
    let text = "";
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) text += chunk;
    this.#lines = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  /** Remembers which request has which id. */
  #watched(stream) {
    const decoder = new TextDecoder();
    let text = "";
    const watch = new TransformStream({
      transform: (chunk, controller) => {
        text += decoder.decode(chunk, { stream: true });
        const lines = text.split("\n");
        text = lines.pop();
        for (const message of lines.filter(Boolean).map((line) => JSON.parse(line))) {
          if (message.method && "id" in message) this.#sent.set(message.id, message.method);
        }
        controller.enqueue(chunk);
      },
    });
    watch.readable.pipeTo(stream).catch(() => {});
    return watch.writable;
  }

  async request(method, params) {
    const late = new Promise((_, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), PATIENCE);
      timer.unref();
    });
    return Promise.race([this.connection.agent.request(method, params), late]);
  }

  /** A turn: why it stopped, and what was told and asked meanwhile. `during` sees each update, and may cancel. */
  async turn(text, { answer = () => "allow_once", during = () => {} } = {}) {
    const [told, asked] = [this.told.length, this.asked.length];
    this.answer = answer;
    this.#listeners.add(during);
    const { stopReason } = await this.request("session/prompt", {
      sessionId: this.sessionId,
      prompt: [{ type: "text", text }],
    });
    this.#listeners.delete(during);
    const updates = this.told.slice(told).map((notification) => notification.update);
    return new Turn(stopReason, updates, this.asked.slice(asked));
  }

  async cancel() {
    await this.connection.agent.notify("session/cancel", { sessionId: this.sessionId });
  }

  /** Says good-bye; then looks at all that was written. */
  async end() {
    this.agent.stdin.end();
    const [code, signal] = await this.ended;
    assert.deepEqual([code, signal], [0, null], "the agent does not end well");
    await this.read;
    this.#check();
    rmSync(this.directory, { recursive: true });
    return this.#lines.length;
  }

  #check() {
    const notified = [];
    const asked = [];
    for (const message of this.#lines) {
      const at = JSON.stringify(message);
      if (message.method) {
        assert.equal(wrongMessage(message), null, at);
        if (message.method === "session/update") notified.push(message.params);
        if (message.method === "session/request_permission") asked.push(message.params);
      } else if ("result" in message) {
        const definition = ANSWERS[this.#sent.get(message.id)];
        assert.ok(definition, `nobody asked: ${at}`);
        assert.equal(wrong(definition, message.result), null, at);
      } else {
        assert.equal(wrong("Error", message.error), null, at);
      }
    }
    // What the library does not know it leaves out, and what it cannot read it sets to a default: nothing is either.
    assert.deepEqual(written(this.told), notified);
    assert.deepEqual(written(this.asked), asked);
  }
}

/** What a turn was. */
export class Turn {
  constructor(stopReason, updates, asked) {
    Object.assign(this, { stopReason, updates, asked });
  }

  /** What was said. */
  get said() {
    return this.#chunks("agent_message_chunk");
  }

  get thought() {
    return this.#chunks("agent_thought_chunk");
  }

  #chunks(kind) {
    const chunks = this.updates.filter((update) => update.sessionUpdate === kind);
    return chunks.map((update) => update.content.text).join("");
  }

  get plans() {
    return this.updates.filter((update) => update.sessionUpdate === "plan").map((plan) => plan.entries);
  }

  /** The calls as an editor would show them at the end, and what happened on the way. */
  get calls() {
    const calls = new Map();
    for (const { sessionUpdate, toolCallId, _meta, ...fields } of this.updates) {
      if (sessionUpdate === "tool_call") {
        assert.ok(!calls.has(toolCallId), `${toolCallId} is there twice`);
        calls.set(toolCallId, { status: "pending", kind: "other", statuses: [], output: "" });
        calls.get(toolCallId).terminal = _meta?.terminal_info;
      }
      if (!sessionUpdate.startsWith("tool_call")) continue;
      const call = calls.get(toolCallId);
      assert.ok(call, `an update of ${toolCallId}, which nobody knows`);
      for (const [key, value] of Object.entries(fields)) {
        if (value !== undefined && value !== null) call[key] = value;
      }
      if (call.statuses.at(-1) !== call.status) call.statuses.push(call.status);
      if (sessionUpdate === "tool_call_update") {
        // An editor adds what comes to what is there.
        call.output += _meta?.terminal_output?.data ?? "";
        call.exit ??= _meta?.terminal_exit;
      }
    }
    return [...calls.values()];
  }

  /** The only call. */
  get call() {
    assert.equal(this.calls.length, 1, JSON.stringify(this.calls));
    return this.calls[0];
  }
}

/** The text of a call's content. */
export function text(call) {
  return (call.content ?? []).map((block) => block.content?.text ?? "").join("\n");
}
