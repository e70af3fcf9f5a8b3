//! Cards in a terminal: what stands on its screen.

mod cards;
mod changes;
mod hostile;
mod links;
mod live;
mod screen;
mod screens;
