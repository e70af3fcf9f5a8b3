//! What a scope hides from itself.

use crate::support::{call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{Rest, RestrictError, SchemaOrder, SchemaOrderError};

fn tool(name: &str) -> ToolDefinition {
    let said = name.to_owned();
    free(name)
        .body(move |_, _| {
            let said = said.clone();
            async move { said }
        })
        .build()
}

fn sees(scope: &ToolScope) -> Vec<String> {
    scope.schemas().iter().map(|schema| schema.name.to_string()).collect()
}

fn three() -> ToolRegistry {
    registry([tool("bash"), tool("read"), tool("write")])
}

#[tokio::test]
async fn s022_an_allowed_list_hides_the_rest_from_this_scope_only() {
    let registry = three();
    let (a, b) = (registry.scope("a"), registry.scope("b"));
    a.register(tool("own")).unwrap();
    a.restrict(ToolRestriction::allow(["read"])).unwrap();
    assert_eq!(sees(&a), ["own", "read"]);
    assert_eq!(code(&a.execute(call("bash", "{}")).await), "UNKNOWN_TOOL");
    assert!(
        !a.execute(call("bash", "{}")).await.text().contains("write"),
        "it is not listed either"
    );
    assert_eq!(a.execute(call("own", "{}")).await.text(), "own");
    assert_eq!(sees(&b), ["bash", "read", "write"]);
    assert_eq!(registry.schemas().len(), 3);
}

#[test]
fn s023_what_is_registered_later_is_denied_by_no_list_and_allowed_by_none() {
    let registry = three();
    let (denies, allows) = (registry.scope("denies"), registry.scope("allows"));
    denies.restrict(ToolRestriction::all().deny(["bash"])).unwrap();
    allows.restrict(ToolRestriction::allow(["read"])).unwrap();
    registry.register(tool("late")).unwrap();
    assert_eq!(sees(&denies), ["late", "read", "write"]);
    assert_eq!(sees(&allows), ["read"]);
}

#[test]
fn s024_restrictions_intersect_and_are_lifted_one_by_one() {
    let registry = three();
    let agent = registry.scope("agent");
    let allow = agent.restrict(ToolRestriction::allow(["read", "bash"])).unwrap();
    let deny = agent.restrict(ToolRestriction::all().deny(["bash"])).unwrap();
    assert_eq!(sees(&agent), ["read"]);
    assert!(allow.unregister());
    assert_eq!(sees(&agent), ["read", "write"]);
    assert!(deny.unregister());
    assert_eq!(sees(&agent), ["bash", "read", "write"]);

    agent.restrict(ToolRestriction::allow(["read", "bash"]).deny(["bash"])).unwrap();
    assert_eq!(sees(&agent), ["read"]);
}

#[test]
fn s025_a_list_is_what_it_was_when_it_was_given() {
    let registry = three();
    let agent = registry.scope("agent");
    let mut names = vec!["read"];
    agent.restrict(ToolRestriction::allow(names.iter().copied())).unwrap();
    names.push("bash");
    assert_eq!(names.len(), 2);
    assert_eq!(sees(&agent), ["read"]);
}

#[test]
fn s027_s029_saying_nothing_is_refused_and_allowing_nothing_is_not() {
    let registry = three();
    let agent = registry.scope("agent");
    let error = agent.restrict(ToolRestriction::all()).unwrap_err();
    assert!(matches!(error, RestrictError::Empty { .. }));
    assert!(error.to_string().contains("name tools to allow or to deny"), "{error}");
    assert_eq!(agent.schemas().len(), 3);

    agent.register(tool("own")).unwrap();
    let nothing: [&str; 0] = [];
    agent.restrict(ToolRestriction::allow(nothing)).unwrap();
    assert_eq!(sees(&agent), ["own"]);
}

#[test]
fn s028_names_that_cannot_be_restricted_are_all_named() {
    let registry = three();
    let agent = registry.scope("agent");
    agent.register(tool("own")).unwrap();
    let refused = |rule| agent.restrict(rule).unwrap_err().to_string();
    assert_eq!(
        refused(ToolRestriction::all().deny(["bsh"])),
        "cannot restrict scope `agent`: it inherits no tool `bsh`; what can be restricted: `bash`, `read`, `write`"
    );
    assert_eq!(
        refused(ToolRestriction::allow(["read", "x"]).deny(["own", "y"])),
        "cannot restrict scope `agent`: it inherits no tools `x`, `y`; `own` is its own tool, which it always sees; \
         what can be restricted: `bash`, `read`, `write`"
    );
    assert_eq!(agent.schemas().len(), 4, "nothing was restricted by halves");
    let alone = ToolRegistry::new().scope("alone");
    let error = alone.restrict(ToolRestriction::all().deny(["x"])).unwrap_err().to_string();
    assert!(error.ends_with("what can be restricted: none"), "{error}");
}

#[tokio::test]
async fn s032_s034_ancestors_tools_are_filtered_and_ancestors_filters_apply() {
    let registry = three();
    let agent = registry.scope("agent");
    agent.register(tool("plan")).unwrap();
    let helper = agent.child("helper");
    helper.restrict(ToolRestriction::all().deny(["plan", "bash"])).unwrap();
    assert_eq!(sees(&helper), ["read", "write"]);
    assert_eq!(code(&helper.execute(call("plan", "{}")).await), "UNKNOWN_TOOL");
    assert_eq!(sees(&agent), ["bash", "plan", "read", "write"]);

    agent.restrict(ToolRestriction::all().deny(["write"])).unwrap();
    assert_eq!(sees(&helper), ["read"]);
    let error = helper.restrict(ToolRestriction::all().deny(["write"])).unwrap_err();
    assert!(error.to_string().contains("it inherits no tool `write`"), "{error}");
}

#[tokio::test]
async fn s033_own_tools_are_beyond_the_own_filter() {
    let registry = three();
    let agent = registry.scope("agent");
    agent.register(tool("own")).unwrap();
    assert!(agent.restrict(ToolRestriction::allow(["own"])).is_err());
    // One that shadows an inherited name stays, and what it shadows goes with the filter.
    let shadow = agent.register(tool("bash")).unwrap();
    agent.restrict(ToolRestriction::all().deny(["bash"])).unwrap();
    assert_eq!(agent.execute(call("bash", "{}")).await.text(), "bash");
    assert!(shadow.unregister());
    assert_eq!(code(&agent.execute(call("bash", "{}")).await), "UNKNOWN_TOOL");
}

#[tokio::test]
async fn restricting_and_lifting_is_told_and_hooks_are_not() {
    let registry = three();
    let agent = registry.scope("agent");
    let mut changes = registry.scope("somebody else").subscribe();
    assert_eq!(changes.count(), 1, "the tools came at once");
    let restriction = agent.restrict(ToolRestriction::all().deny(["bash"])).unwrap();
    assert_eq!(changes.count(), 2);
    assert!(restriction.unregister());
    assert_eq!(changes.count(), 3);
    let guard = agent.guard_fn(|_| None);
    assert!(guard.unregister());
    agent.state(7_u8);
    assert_eq!(changes.count(), 3);
    agent.register(tool("own")).unwrap();
    assert!(agent.close());
    assert_eq!(changes.count(), 5);
    assert!(registry.scope("agent").close());
    assert_eq!(changes.count(), 5, "there was nothing in it");
}

#[test]
fn s042_s043_listed_names_come_first_and_the_rest_fills_its_place() {
    for tools in [["bash", "read", "write", "edit"], ["write", "edit", "bash", "read"]] {
        let registry = registry(tools.map(tool));
        let names = |order: &SchemaOrder| -> Vec<String> {
            registry.schemas_in(order).unwrap().iter().map(|s| s.name.to_string()).collect()
        };
        assert_eq!(names(&SchemaOrder::by_name()), ["bash", "edit", "read", "write"]);
        let listed = |rest| SchemaOrder::listed(["write", "read"], rest).unwrap();
        assert_eq!(names(&listed(Rest::Last)), ["write", "read", "bash", "edit"]);
        assert_eq!(names(&listed(Rest::First)), ["bash", "edit", "write", "read"]);
        assert_eq!(names(&listed(Rest::After(1))), ["write", "bash", "edit", "read"]);
    }
}

#[test]
fn s044_s045_an_order_that_cannot_be_kept_is_an_error() {
    let registry = three();
    let order = SchemaOrder::listed(["read", "grep", "find"], Rest::Last).unwrap();
    let error = registry.schemas_in(&order).unwrap_err();
    assert!(error.to_string().contains("`grep`, `find`"), "{error}");
    // One that is only restricted away is left out.
    let agent = registry.scope("agent");
    agent.restrict(ToolRestriction::all().deny(["bash"])).unwrap();
    let order = SchemaOrder::listed(["write", "bash"], Rest::Last).unwrap();
    let names: Vec<_> =
        agent.schemas_in(&order).unwrap().iter().map(|s| s.name.to_string()).collect();
    assert_eq!(names, ["write", "read"]);
    let twice = SchemaOrder::listed(["read", "bash", "read"], Rest::Last).unwrap_err();
    assert!(matches!(twice, SchemaOrderError::Duplicate { name, .. } if &*name == "read"));
}
