//! The kinds of hooks there are.

use super::approval::Approve;
use super::approve::Silence;
use super::around::Wrapper;
use super::guard::Judge;
use super::listen::Listen;
use super::observe::Observe;
use super::post::After;
use super::pre::Before;
use super::trim::Trim;
use super::witness::Witness;
use crate::registry::HookKind;

macro_rules! numbered {
    ($number:expr;) => {};
    ($number:expr; $kind:ty, $($more:ty,)*) => {
        impl HookKind for $kind {
            const NUMBER: u32 = $number;
        }
        numbered!($number + 1; $($more,)*);
    };
}

numbered! {
    0;
    dyn Before,
    dyn Judge,
    dyn Wrapper,
    dyn After,
    dyn Observe,
    dyn Trim,
    dyn Approve,
    dyn Witness,
    Silence,
    dyn Listen,
}
