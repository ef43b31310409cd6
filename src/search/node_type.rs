//! Kinds of node.

/// Kinds of node: at the root, on the principal variation, or beside it.
pub trait NodeType {
    /// The window may be wider than one.
    const PV: bool;
    /// The node is the root.
    const ROOT: bool;
    /// The kind of node at the horizon.
    type Quiescence: NodeType;
}

/// The root.
pub struct Root;
/// A node on the principal variation.
pub struct Pv;
/// A node searched only to see whether it beats a bound.
pub struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Quiescence = Pv;
}
impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Quiescence = Pv;
}
impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Quiescence = NonPv;
}
