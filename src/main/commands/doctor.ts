import type { Command } from 'commander'
import { type Diagnosis, examine } from '../doctor-checks.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { progress, say, sayJson, table } from '../terminal.ts'

export function addCommands(program: Command): void {
  program
    .command('doctor')
    .description('check stores, report store, mail and clock, and say what is wrong')
    .option(...JSON_OPTION)
    .action((options: CommandOptions) => runCommand(doctor, options))
}

const MARKS: Readonly<Record<Diagnosis['state'], string>> = {
  ok: 'ok',
  warning: 'warning',
  failed: 'FAILED',
}

/** Looks at everything the service needs and says what is wrong in words. */
export async function doctor(deps: CommandDeps, { json }: CommandOptions): Promise<number> {
  progress('examining the stores')
  const diagnoses = await examine(deps)
  const isHealthy = diagnoses.every(({ state }) => state !== 'failed')
  if (json) sayJson({ healthy: isHealthy, checks: diagnoses })
  else {
    say(table(diagnoses.map(({ name, state, message }) => [MARKS[state], name, message])))
    say(isHealthy ? '\nEverything needed is in order.' : '\nSomething needs your attention.')
  }
  return isHealthy ? EXIT.done : EXIT.failed
}
