// Whole conversations with the agent: cards, questions, terminals, changes, cancelling.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { Conversation, text } from "./conversation.mjs";

const TERMINALS = { _meta: { terminal_output: true } };

/** Whether a process is there. */
function runs(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

for (const [who, capabilities] of [["with terminals", TERMINALS], ["without terminals", {}]]) {
  test(`a client ${who}`, async (t) => {
    const client = await Conversation.start(capabilities);
    t.after(() => client.agent.kill("SIGKILL"));
    const lib = client.path("src/lib.rs");

    await t.test("knows whom it talks to", async () => {
      assert.equal(client.initialized.protocolVersion, 1);
      assert.equal(client.initialized.agentInfo.name, "dsh-tools-workbench");
      const first = client.told[0]?.update ?? (await client.turn("ls"), client.told[0].update);
      assert.equal(first.sessionUpdate, "available_commands_update");
      assert.ok(first.availableCommands.some((command) => command.name === "bash"));
    });

    await t.test("sees cards of calls that run together", async () => {
      const turn = await client.turn("# look around\nread path=src/lib.rs limit=1\nls path=src\ngrep pattern=one\n");
      assert.equal(turn.stopReason, "end_turn");
      assert.equal(turn.thought, "look around");
      assert.equal(turn.said, "3 calls: 3 ok");
      assert.deepEqual(turn.asked, []);
      const [read, ls, grep] = turn.calls;
      for (const call of turn.calls) assert.deepEqual(call.statuses, ["pending", "in_progress", "completed"]);
      assert.deepEqual([read.name, read.kind, read.title], ["read", "read", "Read src/lib.rs"]);
      assert.deepEqual(read.locations, [{ path: lib, line: 1 }]);
      assert.match(text(read), /A library/);
      assert.doesNotMatch(text(read), /pub fn/);
      assert.match(text(ls), /lib\.rs/);
      assert.equal(grep.kind, "search");
      assert.match(text(grep), /pub fn one/);
    });

    await t.test("is asked, and allows a change", async () => {
      const seen = [];
      const turn = await client.turn("edit path=src/lib.rs old_text='{ 1 }' new_text='{ 2 }'", {
        during: (update) => seen.push(update),
        answer: () => {
          // The card is there before the question, and nothing has happened.
          assert.ok(seen.some((update) => update.sessionUpdate === "tool_call"));
          assert.ok(!seen.some((update) => update.status === "in_progress"));
          assert.match(readFileSync(lib, "utf8"), /\{ 1 \}/);
          return "allow_once";
        },
      });
      assert.equal(turn.stopReason, "end_turn");
      const [question] = turn.asked;
      assert.equal(question.sessionId, client.sessionId);
      const kinds = question.options.map((option) => option.kind);
      assert.ok(kinds.includes("allow_once") && kinds.includes("reject_once"), kinds.join());
      assert.equal(new Set(question.options.map((option) => option.optionId)).size, kinds.length);
      const proposed = turn.updates.find((update) => update.sessionUpdate === "tool_call");
      assert.equal(question.toolCall.toolCallId, proposed.toolCallId);
      assert.deepEqual(proposed.content, [{ type: "diff", path: lib, oldText: "{ 1 }", newText: "{ 2 }" }]);
      const { call } = turn;
      assert.deepEqual(call.statuses, ["pending", "in_progress", "completed"]);
      assert.equal(call.kind, "edit");
      const [diff] = call.content;
      assert.equal(diff.type, "diff");
      assert.equal(diff.path, lib);
      assert.match(diff.oldText, /pub fn one\(\) -> u32 \{ 1 \}/);
      assert.match(diff.newText, /pub fn one\(\) -> u32 \{ 2 \}/);
      assert.match(readFileSync(lib, "utf8"), /\{ 2 \}/);
    });

    await t.test("rejects one, and the others go on", async () => {
      const turn = await client.turn("write path=new.txt content=x\n\nls", { answer: () => "reject_once" });
      assert.equal(turn.stopReason, "end_turn");
      const [write, ls] = turn.calls;
      assert.deepEqual(write.statuses, ["pending", "failed"]);
      assert.deepEqual(ls.statuses, ["pending", "in_progress", "completed"]);
      assert.equal(turn.said, "2 calls: 1 DENIED, 1 ok");
      assert.ok(!existsSync(client.path("new.txt")));
      const plans = turn.plans.map((entries) => entries.map((entry) => entry.status).join());
      assert.deepEqual(plans, [
        "in_progress,pending",
        "completed,pending",
        "completed,in_progress",
        "completed,completed",
      ]);
    });

    await t.test("sees what a command writes, and how it ends", async () => {
      const turn = await client.turn("$ printf 'one\\ntwo\\n'; exit 3");
      assert.equal(turn.stopReason, "end_turn");
      const { call } = turn;
      assert.deepEqual(call.statuses, ["pending", "in_progress", "completed"]);
      assert.equal(call.kind, "execute");
      assert.equal(call.title, "printf 'one\\ntwo\\n'; exit 3");
      if (capabilities === TERMINALS) {
        assert.deepEqual(call.terminal, { terminal_id: call.content.at(-1).terminalId, cwd: client.directory });
        assert.equal(call.content.at(-1).type, "terminal");
        assert.equal(call.output, "one\ntwo\n");
        assert.equal(call.exit.exit_code, 3);
      } else {
        assert.ok(call.content.every((block) => block.type === "content"));
        assert.match(text(call), /```console\none\ntwo\n```/);
        assert.equal(call.terminal ?? call.exit, undefined);
      }
    });

    if (capabilities === TERMINALS) {
      await t.test("sees it at once", async () => {
        // The command goes on when its first line has been seen.
        const turn = await client.turn("$ echo one; until [ -e go ]; do sleep 0.01; done; echo two", {
          during: (update) => {
            if (update._meta?.terminal_output?.data.includes("one")) writeFileSync(client.path("go"), "");
          },
        });
        assert.equal(turn.call.output, "one\ntwo\n");
        assert.equal(turn.call.exit.exit_code, 0);
      });
    }

    await t.test("cancels while it is asked", async () => {
      const turn = await client.turn("write path=new.txt content=x\n\nls", {
        answer: async () => {
          await client.cancel();
          return "cancelled";
        },
      });
      assert.equal(turn.stopReason, "cancelled");
      assert.deepEqual(turn.call.statuses, ["pending", "failed"]);
      assert.equal(turn.said, "");
      assert.ok(!existsSync(client.path("new.txt")));
    });

    await t.test("cancels a command that runs", async () => {
      let cancelled;
      const turn = await client.turn("$ echo $$ > pid; echo begun; sleep 600", {
        during: (update) => {
          if (update.status !== "in_progress" || cancelled) return;
          cancelled = (async () => {
            // The call is no more than about to begin: cancel when the command has.
            while (!existsSync(client.path("pid")) || !readFileSync(client.path("pid"), "utf8").endsWith("\n")) {
              await new Promise((resolve) => setImmediate(resolve));
            }
            await client.cancel();
          })();
        },
      });
      await cancelled;
      assert.equal(turn.stopReason, "cancelled");
      assert.deepEqual(turn.call.statuses, ["pending", "in_progress", "failed"]);
      assert.ok(!runs(Number(readFileSync(client.path("pid"), "utf8"))), "the command still runs");
    });

    await t.test("sees mistakes as failed calls", async () => {
      const turn = await client.turn('read {"path":"a\n/read path=src/lib.rs offset=0\nread a.txt');
      assert.equal(turn.stopReason, "end_turn");
      assert.deepEqual(turn.calls.map((call) => call.status), ["failed", "failed"]);
      assert.match(turn.said, /`a\.txt` is no argument/);
      assert.match(turn.said, /2 calls: 1 INVALID_ARGS, 1 INVALID_JSON/);
    });

    await t.test("is told what there is", async () => {
      const turn = await client.turn("hello, please fix the tests");
      assert.equal(turn.stopReason, "end_turn");
      assert.match(turn.said, /There is no model here/);
      assert.deepEqual(turn.calls, []);
    });

    await t.test("is refused what makes no sense", async () => {
      const prompt = [{ type: "text", text: "ls" }];
      const unknown = client.request("session/prompt", { sessionId: "nobody", prompt });
      await assert.rejects(unknown, (error) => error.code === -32002);
      const relative = client.request("session/new", { cwd: "src", mcpServers: [] });
      await assert.rejects(relative, (error) => error.code === -32602);
      let second;
      const turn = await client.turn("write path=x content=x", {
        answer: async () => {
          second = client.request("session/prompt", { sessionId: client.sessionId, prompt });
          await assert.rejects(second, (error) => error.code === -32600);
          return "reject_once";
        },
      });
      assert.ok(second);
      assert.equal(turn.stopReason, "end_turn");
    });

    await t.test("closes its session, and leaves", async () => {
      const { sessionId } = await client.request("session/new", { cwd: client.directory, mcpServers: [] });
      assert.notEqual(sessionId, client.sessionId);
      await client.request("session/close", { sessionId });
      const prompt = [{ type: "text", text: "ls" }];
      const closed = client.request("session/prompt", { sessionId, prompt });
      await assert.rejects(closed, (error) => error.code === -32002);
      const count = await client.end();
      console.log(`# ${count} messages of the agent were looked at`);
    });
  });
}

test("who asks nothing, and leaves while a command runs", async (t) => {
  const client = await Conversation.start(TERMINALS, ["--yes"]);
  t.after(() => client.agent.kill("SIGKILL"));
  const begun = new Promise((resolve) => {
    const during = (update) => update.status === "in_progress" && resolve();
    client.turn("$ echo $$ > pid; sleep 600", { during }).catch(() => {});
  });
  await begun;
  assert.deepEqual(client.asked, []);
  const pid = () => existsSync(client.path("pid")) && readFileSync(client.path("pid"), "utf8");
  while (!pid() || !pid().endsWith("\n")) await new Promise((resolve) => setImmediate(resolve));
  const process_ = Number(pid());
  assert.ok(runs(process_));
  client.agent.stdin.end();
  const [code] = await client.ended;
  assert.equal(code, 0);
  assert.ok(!runs(process_), "the command still runs");
});
