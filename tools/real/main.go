// Command real runs a plan on a real etcd cluster: `real run` reads the plan from standard input and
// prints what was measured as JSON; `real member FILE` is one member of it. tools/real.mjs calls it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

func main() {
	if err := obey(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func obey(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "member":
		return runMember(args[1])
	case len(args) == 2 && args[0] == "run":
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		return runPlan(ctx, args[1])
	}
	return fmt.Errorf("found %q, expected: real run FOLDER < plan.json", args)
}

// runPlan reads the plan, measures, and prints. The members' logs stay in the folder.
func runPlan(ctx context.Context, folder string) error {
	var plan Plan
	if err := json.NewDecoder(os.Stdin).Decode(&plan); err != nil {
		return fmt.Errorf("the plan: %w", err)
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	figures, err := measure(ctx, &plan, folder)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(figures)
}
