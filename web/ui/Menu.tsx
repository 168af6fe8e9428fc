/**
 * Menus at a button: one of several choices, or one of several things to do. Know nothing of Raft.
 */

import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";

import { cx } from "./cx";
import { CheckIcon } from "./icons";
import css from "./Surface.module.css";

interface ChoiceMenuProps<T extends string> {
  trigger: ReactNode;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  /** Shown from the start, for a menu that is fetched when its button is pressed. */
  defaultOpen?: boolean | undefined;
}

export function ChoiceMenu<T extends string>(props: ChoiceMenuProps<T>) {
  const { trigger, options, value, onChange, defaultOpen = false } = props;
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align="end" sideOffset={6} collisionPadding={8}>
          <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
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
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ActionMenuProps {
  trigger: ReactNode;
  actions: readonly { label: string; run: () => void }[];
  /** Shown from the start, for a menu that is fetched when its button is pressed. */
  defaultOpen?: boolean | undefined;
}

export function ActionMenu({ trigger, actions, defaultOpen = false }: ActionMenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align="end" sideOffset={6} collisionPadding={8}>
          {actions.map(({ label, run }) => (
            <DropdownMenu.Item
              key={label}
              className={cx(css.item, css.plainItem)}
              onSelect={() => run()}
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
