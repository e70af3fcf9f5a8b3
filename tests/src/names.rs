//! The names that are promised are there, each under its own.

#[allow(unused_imports, reason = "that they can be imported is what is tested")]
use dsh_tools::{
    ErrorCode, FileDiff, FileLocation, FrozenJson, IntoToolOutput, Json, OutputSchemaError,
    Registration, StructuredOutputSchema, StructuredScalar, TimeoutPolicy, ToolArgs, ToolArgsError,
    ToolCallKind, ToolCallView, ToolContext, ToolDefinition, ToolError, ToolExecution,
    ToolExecutionInput, ToolExecutionMode, ToolExecutionResult, ToolExecutionToken,
    ToolNotFoundError, ToolOutput, ToolRegistry, ToolResultView, ToolSchema, ToolValue,
    assert_supported_output_schema, tool, toolbox, tools, validate_structured_value,
};

/// Spellings of the TypeScript package, by which people search.
const ALIASES: [&str; 3] = ["defineTool", "InferArgs", "ToolRunContext"];

#[test]
fn spellings_of_the_typescript_package_are_aliases() {
    let sources = [
        include_str!("../../dsh-tools/src/tool/definition.rs"),
        include_str!("../../dsh-tools/src/tool/context.rs"),
        include_str!("../../dsh-tools/src/schema/value.rs"),
        include_str!("../../dsh-tools-derive/src/lib.rs"),
    ];
    for alias in ALIASES {
        let marked = format!("doc(alias = \"{alias}\")");
        assert!(sources.iter().any(|source| source.contains(&marked)), "{alias}");
    }
}
