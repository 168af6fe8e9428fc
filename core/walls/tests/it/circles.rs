//! No crate has a circle among its modules, nor a folder among its files.

use std::fmt::Write as _;

use walls::circles;

use crate::ENGINE;

#[test]
fn no_modules_of_a_folder_lean_on_one_another_in_a_circle() {
    let mut told = String::new();
    for (name, walls) in &*ENGINE {
        for folder in &walls.folders {
            for (circle, reasons) in circles(folder, &walls.leans) {
                let (folder, circle) = (folder.join("/"), circle.join(" "));
                writeln!(told, "{name}/{folder}: {circle}").expect("it is memory");
                for reason in reasons {
                    writeln!(told, "    {reason}").expect("it is memory");
                }
            }
        }
    }
    assert!(told.is_empty(), "circles:\n{told}");
}
