//! The nodes of the tree as they are told, with the shortest ways to them.

use std::collections::HashMap;

use crate::dominators::Dominators;
use crate::naming::{told, told_link, Names};
use crate::objects::Shape;
use crate::paths::Paths;
use crate::report::{ChildClass, Node, RootPath, Step};
use crate::telling::Told;
use crate::tree::Chosen;
use crate::visitor::RootKind;

const MOST_PATHS: usize = 200;
/// What keeps less of the heap has no way told.
const LEAST_SHARE_OF_A_PATH: u64 = 100;

/// The ways to the nodes that keep most, by their numbers.
pub(crate) fn ways(dominators: &Dominators, paths: &Paths, nodes: &[Chosen]) -> HashMap<u32, (Vec<u32>, u32)> {
    let least = dominators.kept_bytes(0) / LEAST_SHARE_OF_A_PATH;
    nodes
        .iter()
        .skip(1)
        .filter(|node| dominators.kept_bytes(node.number) >= least || node.parent == Some(0))
        .take(MOST_PATHS)
        .map(|node| {
            let (objects, left_out) = paths.to(dominators.object[node.number as usize]);
            let numbers = objects.iter().map(|&object| dominators.number[object as usize]);
            (node.number, (numbers.collect(), left_out))
        })
        .collect()
}

/// Makes the nodes of the tree.
pub(crate) struct Tree<'a> {
    pub(crate) told: &'a Told<'a>,
    pub(crate) dominators: &'a Dominators,
    pub(crate) names: &'a Names,
    pub(crate) roots: &'a HashMap<u32, RootKind>,
    pub(crate) ways: &'a HashMap<u32, (Vec<u32>, u32)>,
}

impl Tree<'_> {
    pub(crate) fn node(&self, node: &Chosen, nodes: &[Chosen]) -> Node {
        let (objects, number) = (self.told.objects, node.number);
        let classes = node
            .classes
            .iter()
            .map(|one| ChildClass {
                class: self.told.name(one.class),
                objects: one.objects,
                kept_bytes: one.kept_bytes,
            })
            .collect();
        let kept_bytes = self.dominators.kept_bytes(number);
        let kept_objects = self.dominators.kept_objects(number);
        let children = self.dominators.children(number).count() as u64;
        let Some(parent) = node.parent else {
            return Node {
                parent: None,
                class: String::new(),
                is_class: false,
                is_container: true,
                root: None,
                link: None,
                holders: Vec::new(),
                bytes: 0,
                kept_bytes,
                objects: kept_objects,
                children,
                classes,
                path: None,
            };
        };
        let object = self.dominators.object[number as usize];
        let is_class = objects.shape(object) == Shape::Class;
        let above = nodes[parent as usize].number;
        let is_direct = self.dominators.is_direct.has(number) && above != 0;
        Node {
            parent: Some(parent),
            class: self.told.name(objects.class(object)),
            is_class,
            is_container: !is_class && objects.classes.rows[objects.class(object) as usize].is_container,
            root: self.roots.get(&object).copied(),
            link: is_direct.then(|| told_link(objects, self.names.link(above, number))),
            holders: self
                .names
                .holders_of(number)
                .iter()
                .map(|&holder| told(objects, holder))
                .collect(),
            bytes: objects.bytes(object),
            kept_bytes,
            objects: kept_objects,
            children,
            classes,
            path: self.path(number),
        }
    }

    fn path(&self, number: u32) -> Option<RootPath> {
        let objects = self.told.objects;
        let (numbers, left_out) = self.ways.get(&number)?;
        let object = |number: u32| self.dominators.object[number as usize];
        let root = *self.roots.get(&object(*numbers.first()?))?;
        let steps = numbers
            .iter()
            .enumerate()
            .map(|(place, &number)| {
                let is_before_gap = *left_out > 0 && place + 1 == Paths::gap();
                let next = numbers.get(place + 1).filter(|_| !is_before_gap);
                Step {
                    class: self.told.name(objects.class(object(number))),
                    is_class: objects.shape(object(number)) == Shape::Class,
                    link: next.map(|&next| told_link(objects, self.names.link(number, next))),
                }
            })
            .collect();
        Some(RootPath {
            root,
            steps,
            left_out: *left_out,
        })
    }
}
