import { AppError } from '../kernel/errors.ts'
import { createLogger, type Logger } from '../platform/log/log.ts'
import { redactText } from '../platform/log/redaction.ts'
import { isPostgresUnavailable } from '../platform/postgres/explain-postgres.ts'
import { StartupError } from '../platform/processes/startup-error.ts'
import { type Config, readConfig } from './config.ts'
import { explainRefusal } from './explain-refusal.ts'
import { complain, sayJson } from './terminal.ts'

/** Exit codes for shells: the command worked, it did not, or it was asked in the wrong way. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const

export const JSON_OPTION = ['--json', 'answer in JSON, for programs'] as const

export type CommandOptions = { readonly json?: boolean }
export type CommandDeps = { readonly config: Config; readonly log: Logger }
type Command<Options> = (deps: CommandDeps, options: Options) => Promise<number>

/** Reads the settings, runs the command, and turns a refusal into one sentence and an exit code. */
export async function runCommand<Options extends CommandOptions>(
  command: Command<Options>,
  options: Options,
): Promise<void> {
  try {
    const config = readConfig()
    // Standard output is for the answer.
    const log = createLogger({ level: config.logLevel, destination: process.stderr })
    process.exitCode = await command({ config, log }, options)
  } catch (error) {
    process.exitCode = isWrongUsage(error) ? EXIT.usage : EXIT.failed
    const sentence = explain(error)
    if (options.json) sayJson({ error: sentence })
    else complain(`quittance: ${sentence}`)
  }
}

function isWrongUsage(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'invalid'
}

/** A refusal is for the person at the terminal; anything else is a bug, and its stack helps to find it. */
function explain(error: unknown): string {
  if (error instanceof AppError) return explainRefusal(error)
  if (error instanceof StartupError) return error.message
  if (isPostgresUnavailable(error)) return `PostgreSQL went away: ${error.message}.`
  return redactText(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
