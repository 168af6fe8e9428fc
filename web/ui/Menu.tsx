/** A menu at a button: things to do, and below them choices that open beside it. */

import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";

import { cx } from "./cx";
import { CheckIcon, ChevronIcon } from "./icons";
import css from "./Surface.module.css";

export interface MenuChoice {
  label: string;
  /** Of the label, where it is another than the page's. */
  lang?: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

interface MenuGroup {
  /** None where there is but one. */
  title?: string;
  actions: readonly { label: string; run: () => void }[];
}

interface ActionMenuProps {
  trigger: ReactNode;
  /** Without actions, a group is left out. */
  groups: readonly MenuGroup[];
  choices?: readonly MenuChoice[];
  /** Shown from the start, for a menu that is fetched when its button is pressed. */
  defaultOpen?: boolean | undefined;
}

export function ActionMenu(props: ActionMenuProps) {
  const { trigger, groups, choices = [], defaultOpen = false } = props;
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={css.menu}
          data-many={groups.length > 1}
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          {groups
            .filter(({ actions }) => actions.length > 0)
            .map((group) => (
              <Group key={group.title ?? ""} {...group} />
            ))}
          {choices.map((choice) => (
            <Choice key={choice.label} {...choice} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Group({ title, actions }: MenuGroup) {
  return (
    <DropdownMenu.Group className={css.group}>
      {title !== undefined && (
        <DropdownMenu.Label className={css.groupTitle}>{title}</DropdownMenu.Label>
      )}
      {actions.map(({ label, run }) => (
        <DropdownMenu.Item
          key={label}
          className={cx(css.item, css.plainItem)}
          onSelect={() => run()}
        >
          {label}
        </DropdownMenu.Item>
      ))}
    </DropdownMenu.Group>
  );
}

function Choice({ label, lang, options, value, onChange }: MenuChoice) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={cx(css.item, css.plainItem, css.subItem)} lang={lang}>
        {label}
        <ChevronIcon />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className={css.menu} collisionPadding={8}>
          <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
            {options.map((option) => (
              <DropdownMenu.RadioItem
                key={option.value}
                value={option.value}
                className={css.item ?? ""}
              >
                <DropdownMenu.ItemIndicator className={css.check ?? ""}>
                  <CheckIcon />
                </DropdownMenu.ItemIndicator>
                {option.label}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}
