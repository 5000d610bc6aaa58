import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { line, type Outcome } from './report.ts';

/** Leaves what a run of Vitest came to at `file`; what fails outside of every test is named too. */
export function outcomeReporter(file: string): Reporter {
  const onTestRunEnd = (modules: readonly TestModule[], unhandled: readonly SerializedError[]): void => {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: 'passed' | 'failed' | 'skipped') => tests.filter((test) => test.result().state === state);
    const failed = inState('failed');
    const reason = (errors: readonly { readonly stack?: string; readonly message?: string }[] = []): string =>
      errors.map(({ stack, message = '' }) => stack ?? message).join(' ');
    const outcome: Outcome = {
      passed: inState('passed').length,
      failed: failed.length,
      skipped: inState('skipped').length,
      troubles: [
        ...failed.map((test) => line(test.module.moduleId, test.fullName, reason(test.result().errors))),
        // A file that does not load has no test that failed.
        ...modules
          .filter((module) => module.errors().length > 0)
          .map((module) => line(module.moduleId, '', reason(module.errors()))),
        ...unhandled.map((error) => line('outside of a test', '', reason([error]))),
      ],
    };
    writeFileSync(file, JSON.stringify(outcome));
  };
  return { onTestRunEnd };
}
