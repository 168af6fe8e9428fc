/** The button of branches and bookmarks; the panel is fetched when it is first opened. */

import { Suspense } from "react";
import { t } from "@/language/words";

import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { BranchIcon } from "@/ui/icons";
import { lazily } from "@/ui/lazily";
import { Popover } from "@/ui/Popover";

const BranchesPanel = lazily(async () => ({
  default: (await import("./BranchesPanel")).BranchesPanel,
}));

export function Branches() {
  const count = useSim((state) => state.session?.branches.length ?? 1);
  return (
    <Popover
      label={t("Branches and bookmarks")}
      side="top"
      align="end"
      trigger={
        <Button
          aria-label={t("Branches and bookmarks, {count}", { count })}
          title={t("Branches and bookmarks")}
        >
          <BranchIcon />
          {count}
        </Button>
      }
    >
      <Suspense fallback={null}>
        <BranchesPanel />
      </Suspense>
    </Popover>
  );
}
