/**
 * The engine's types, named once for the whole page.
 * Types only: nothing here may load the engine; only the worker does that.
 */

export type {
  Action,
  AttemptInfo,
  BuildInfo,
  ConclusionInfo,
  EndOfRun,
  Expected,
  FaultSpan,
  FaultView,
  Flights,
  Frame,
  FrameRequest,
  Judged,
  Lesson,
  LessonAction,
  LessonAnswer,
  LessonExplain,
  LessonFigure,
  LessonPredict,
  LessonPublished,
  LessonRecorded,
  LessonSource,
  LessonStep,
  LessonTask,
  LoggedAction,
  Notable,
  OpKind,
  ReadMode,
  Replicas,
  RequestView,
  ScenarioSummary,
  Series,
  Settings,
  StoreState,
  Target,
  VariantInfo,
  WorkloadState,
  World,
} from "engine";
export type { Comparison, ComparisonRow } from "lens";
export type { TraceColumns } from "./tape";
