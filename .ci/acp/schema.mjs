// The protocol's schema, as a judge of messages that an agent sends.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv2020 from "ajv/dist/2020.js";

const file = createRequire(import.meta.url).resolve("@agentclientprotocol/sdk/schema/v1/schema.json");

// Formats are how numbers are stored, and other keywords are hints for libraries.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(JSON.parse(readFileSync(file, "utf8")), "acp");

const validators = new Map();

/** What is wrong with a value, by a definition of the schema; `null` if nothing is. */
export function wrong(definition, value) {
  if (!validators.has(definition)) {
    validators.set(definition, ajv.compile({ $ref: `acp#/$defs/${definition}` }));
  }
  const validate = validators.get(definition);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

/** Which definition the parameters of a message are held against, by its method. */
const PARAMETERS = {
  "session/update": "SessionNotification",
  "session/request_permission": "RequestPermissionRequest",
  "$/cancel_request": "CancelRequestNotification",
};

/** What is wrong with a request or notification of an agent, if something is. */
export function wrongMessage(message) {
  if (message.jsonrpc !== "2.0") return "it says nothing of JSON-RPC 2.0";
  const definition = PARAMETERS[message.method];
  if (!definition) return `an agent has no method ${message.method}`;
  const asks = message.method === "session/request_permission";
  if (asks !== "id" in message) return asks ? "a request without an id" : "a notification with an id";
  return wrong(definition, message.params);
}
