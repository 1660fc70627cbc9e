//! From what was found to the rows that are told, with the names of classes and fields.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use crate::analysis::{read_again, Graph};
use crate::dominators::Dominators;
use crate::input::Stop;
use crate::naming::{told, HolderId, LinkId, NameReader, Names, Sum};
use crate::objects::{Objects, Shape};
use crate::references::References;
use crate::report::{Amount, BufferRow, ClassRow, FieldKind, FieldRow, Kept, RootRow};
use crate::roles::Role;
use crate::tree::{chosen, LEAST_SHARE};
use crate::tree_nodes::{ways, Tree};
use crate::visitor::{Header, RootKind};
use crate::NONE;

const MOST_CLASSES: usize = 20_000;
const MOST_FIELDS: usize = 5_000;
const MOST_BUFFER_ROWS: usize = 200;
const MOST_SHARED: usize = 500;
const LEAST_SHARED_BYTES: u64 = 16 << 10;

/// The owner of a buffer, where one is known; its own end of the way; the bytes of the buffer.
type BufferOwner = (Option<u32>, u32, u64);

/// The class that an object counts for: the object of a class for `java.lang.Class`, where the dump describes that.
pub(crate) fn class_of(objects: &Objects) -> impl Fn(u32) -> u32 + '_ {
    let of_classes = objects.classes.rows.iter().position(|row| row.name == "java.lang.Class");
    move |object| match (objects.shape(object), of_classes) {
        (Shape::Class, Some(number)) => number as u32,
        _ => objects.class(object),
    }
}

/// Makes the rows.
pub(crate) struct Told<'a> {
    pub(crate) objects: &'a Objects,
}

impl Told<'_> {
    pub(crate) fn name(&self, class: u32) -> String {
        self.objects.classes.rows[class as usize].name.clone()
    }

    pub(crate) fn roots(&self) -> Vec<RootRow> {
        let mut found: BTreeMap<RootKind, u64> = BTreeMap::new();
        for root in &self.objects.roots {
            *found.entry(root.kind).or_default() += 1;
        }
        found.into_iter().map(|(kind, roots)| RootRow { kind, roots }).collect()
    }

    /// Rows of some objects, by the names of their classes.
    pub(crate) fn classes(&self, counted: impl Iterator<Item = u32>, kept_bytes: Option<&[u64]>) -> Vec<ClassRow> {
        let rows = &self.objects.classes.rows;
        let class_of = class_of(self.objects);
        let mut amounts = vec![Amount::default(); rows.len()];
        for object in counted {
            amounts[class_of(object) as usize].add(self.objects.bytes(object));
        }
        let mut loaders: HashMap<&str, HashSet<u64>> = HashMap::new();
        for row in rows.iter().filter(|row| row.object != NONE) {
            loaders.entry(&row.name).or_default().insert(row.record.loader);
        }
        let mut found: HashMap<&str, ClassRow> = HashMap::new();
        for (number, amount) in amounts.iter().enumerate().filter(|(_, amount)| amount.objects > 0) {
            let name = rows[number].name.as_str();
            let row = found.entry(name).or_insert_with(|| ClassRow {
                name: name.to_owned(),
                objects: 0,
                bytes: 0,
                kept_bytes: kept_bytes.map(|_| 0),
                loaders: loaders.get(name).map_or(1, HashSet::len) as u32,
            });
            row.objects += amount.objects;
            row.bytes += amount.bytes;
            if let (Some(sum), Some(kept)) = (row.kept_bytes.as_mut(), kept_bytes) {
                *sum += kept[number];
            }
        }
        let mut found: Vec<ClassRow> = found.into_values().collect();
        found.sort_unstable_by(|one, other| (other.bytes, &one.name).cmp(&(one.bytes, &other.name)));
        found.truncate(MOST_CLASSES);
        found
    }

    /// All that rests on who refers to whom.
    pub(crate) fn graph(
        &self,
        path: &Path,
        header: &Header,
        graph: Graph,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(Vec<ClassRow>, Option<Kept>), Stop> {
        let Graph {
            references,
            dominators,
            paths,
            kept_by_class,
            soft,
            weak,
            finalizer,
        } = graph;
        let all = (0..self.objects.count() as u32).zip(&dominators.number);
        let reached = all.filter(|(_, number)| **number != NONE).map(|(object, _)| object);
        let classes = self.classes(reached, Some(&kept_by_class));
        let nodes = chosen(&dominators, class_of(self.objects));
        let ways = ways(&dominators, &paths, &nodes);
        drop(paths);
        let shared = shared(&dominators);
        let (owners, module_file) = self.buffer_owners(&references, &dominators);
        let mut names = Names::default();
        for node in &nodes {
            let parent = node.parent.map_or(0, |parent| nodes[parent as usize].number);
            if parent != 0 && dominators.is_direct.has(node.number) {
                names.want(parent, node.number);
            } else if node.number != 0 {
                names.want_holders(node.number);
            }
        }
        for (numbers, _) in ways.values() {
            numbers.windows(2).for_each(|pair| names.want(pair[0], pair[1]));
        }
        shared.iter().for_each(|&number| names.want_holders(number));
        for &(owner, held, ..) in &owners {
            match owner {
                Some(owner) => names.want(owner, held),
                None => names.want_holders(held),
            }
        }
        let mut reader = NameReader::new(self.objects, &dominators, names, go_on);
        read_again(path, header, &mut reader)?;
        let names = reader.names(&references);
        let roots: HashMap<u32, RootKind> = references.roots.iter().copied().collect();
        let tree = Tree {
            told: self,
            dominators: &dominators,
            names: &names,
            roots: &roots,
            ways: &ways,
        };
        let reachable = Amount {
            objects: dominators.kept_objects(0),
            bytes: dominators.kept_bytes(0),
        };
        let mut all = Amount::default();
        (0..self.objects.count() as u32).for_each(|object| all.add(self.objects.bytes(object)));
        let held = [reachable, soft, weak, finalizer];
        let unreachable = Amount {
            objects: all.objects - held.iter().map(|one| one.objects).sum::<u64>(),
            bytes: all.bytes - held.iter().map(|one| one.bytes).sum::<u64>(),
        };
        let kept = Kept {
            reachable,
            soft,
            weak,
            finalizer,
            unreachable,
            fields: self.fields(&dominators, &names, &shared),
            buffers: self.buffers(&dominators, &names, &owners, module_file),
            tree: nodes.iter().map(|node| tree.node(node, &nodes)).collect(),
        };
        Ok((classes, Some(kept)))
    }

    fn fields(&self, dominators: &Dominators, names: &Names, shared: &[u32]) -> Vec<FieldRow> {
        let row = |kind, (class, link): HolderId, sum: Sum, others: &[HolderId]| FieldRow {
            kind,
            class: self.name(class),
            field: match link {
                LinkId::Field(name) | LinkId::Static(name) => self.objects.classes.text(name),
                _ => String::new(),
            },
            target: self.name(sum.class),
            targets: sum.targets,
            kept_bytes: sum.kept_bytes,
            others: others.iter().map(|&other| told(self.objects, other)).collect(),
        };
        let mut found: Vec<FieldRow> = names
            .fields()
            .map(|(holder, sum)| {
                let kind = match holder.1 {
                    LinkId::Static(_) => FieldKind::Static,
                    LinkId::Local => FieldKind::Local,
                    _ => FieldKind::Field,
                };
                row(kind, holder, sum, &[])
            })
            .collect();
        for (holder, sum) in names.thread_locals() {
            // One that nobody is known to hold goes by the class of its values.
            found.push(row(
                FieldKind::ThreadLocal,
                holder.unwrap_or((sum.class, LinkId::Element)),
                sum,
                &[],
            ));
        }
        for &number in shared {
            let mut owners: Vec<HolderId> = names.owners_of(number).to_vec();
            owners.sort_by_key(|&(class, link)| (link == LinkId::Local, self.name(class)));
            if let Some((&first, others)) = owners.split_first() {
                let mut sum = Sum::default();
                sum.add(
                    dominators.kept_bytes(number),
                    self.objects.class(dominators.object[number as usize]),
                );
                if !matches!(first.1, LinkId::Local) {
                    found.push(row(FieldKind::Shared, first, sum, others));
                }
            }
        }
        // Of those alike the order is that in which they were found.
        found.sort_by(|one, other| (other.kept_bytes, &one.class, &one.field).cmp(&(one.kept_bytes, &other.class, &other.field)));
        found.truncate(MOST_FIELDS);
        found
    }

    /// Who owns each buffer that is reached: the nearest above it that is no mere container; its own end of the way.
    /// Buffers on the module file of the JDK are apart: their number and bytes.
    fn buffer_owners(&self, references: &References, dominators: &Dominators) -> (Vec<BufferOwner>, Amount) {
        let class = |number: u32| self.objects.class(dominators.object[number as usize]);
        let owns = |number: u32| {
            self.objects.shape(dominators.object[number as usize]) == Shape::Class
                || !self.objects.classes.rows[class(number) as usize].is_container
        };
        let reads_modules = |number: u32| self.objects.classes.rows[class(number) as usize].role == Role::ModuleFile;
        let (mut found, mut module_file) = (Vec::new(), Amount::default());
        for buffer in &references.buffers {
            let mut at = dominators.number[buffer.object as usize];
            if at == NONE {
                continue;
            }
            loop {
                match dominators.above[at as usize] {
                    0 => {
                        found.push((None, at, buffer.bytes));
                        break;
                    }
                    above if reads_modules(above) => {
                        module_file.add(buffer.bytes);
                        break;
                    }
                    above if owns(above) => {
                        found.push((Some(above), at, buffer.bytes));
                        break;
                    }
                    above => at = above,
                }
            }
        }
        (found, module_file)
    }

    fn buffers(&self, dominators: &Dominators, names: &Names, owners: &[BufferOwner], module_file: Amount) -> Vec<BufferRow> {
        let mut sums: HashMap<Option<HolderId>, Amount> = HashMap::new();
        for &(owner, held, bytes) in owners {
            let holder = match owner {
                Some(owner) => {
                    let class = self.objects.class(dominators.object[owner as usize]);
                    names.link(owner, held).map(|link| (class, link))
                }
                None => names.holders_of(held).first().copied(),
            };
            sums.entry(holder).or_default().add(bytes);
        }
        let mut found: Vec<BufferRow> = sums
            .into_iter()
            .map(|(holder, amount)| BufferRow {
                holder: holder.map(|holder| told(self.objects, holder)),
                is_module_file: false,
                buffers: amount.objects,
                bytes: amount.bytes,
            })
            .collect();
        if module_file.objects > 0 {
            found.push(BufferRow {
                holder: None,
                is_module_file: true,
                buffers: module_file.objects,
                bytes: module_file.bytes,
            });
        }
        found.sort_unstable_by_key(|row| (Reverse(row.bytes), row.holder.as_ref().map(|holder| holder.class.clone())));
        found.truncate(MOST_BUFFER_ROWS);
        found
    }
}

/// What keeps much, and is referred to from several places that nothing but the one above joins.
fn shared(dominators: &Dominators) -> Vec<u32> {
    let least = (dominators.kept_bytes(0) / LEAST_SHARE).max(LEAST_SHARED_BYTES);
    let mut found: Vec<u32> = (1..dominators.count() as u32)
        .filter(|&number| dominators.kept_bytes(number) >= least && !dominators.is_direct.has(number))
        .collect();
    found.sort_unstable_by_key(|&number| Reverse(dominators.kept_bytes(number)));
    found.truncate(MOST_SHARED);
    found
}
