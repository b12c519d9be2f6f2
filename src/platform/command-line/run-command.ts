import { isatty } from 'node:tty'
import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import type { PlatformConfig } from '../config/config.ts'
import { createLogger, type Logger } from '../log/log.ts'
import { LogWriter } from '../log/log-writer.ts'
import { redactText } from '../log/redaction.ts'
import { lineFormat } from '../log/text-line.ts'
import { isPostgresUnavailable, isReadOnlyRefusal } from '../postgres/explain-postgres.ts'
import { StartupError } from '../processes/startup-error.ts'
import { NOT_ACTIVATED } from '../stores/restored-copy.ts'
import { explainRefusal } from './explain-refusal.ts'
import { complain, say, sayJson } from './terminal.ts'

/** Exit codes for shells. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const

const STANDARD_ERROR = 2

export type CommandDeps<Config = PlatformConfig> = { readonly config: Config; readonly log: Logger }

/** The output of a command: the JSON with `--json`, the text and the warnings otherwise. */
export type Output = {
  readonly json: unknown
  readonly text: string
  /** Printed on standard error. */
  readonly warnings?: readonly string[]
  /** Exits with 1 although the command ran. */
  readonly isFailure?: boolean
}

type Work<Config, Options> = (deps: CommandDeps<Config>, options: Options) => Promise<Output | undefined>
type GivenOptions = { readonly json?: boolean }

/** Makes a command do its work; options and arguments are passed by their names. Adds `--json`. */
export type RunCommand<Config = PlatformConfig> = <Options>(command: Command, work: Work<Config, Options>) => void

export function commandRunner<Config extends PlatformConfig>(readConfig: () => Config): RunCommand<Config> {
  return (command, work) => {
    command.option('--json', 'print JSON, for programs').action(async () => {
      const argumentNames = command.registeredArguments.map((argument) => argument.name())
      const values = argumentNames.map((name, index) => [name, command.processedArgs[index]])
      await execute(readConfig, work, { ...command.opts<GivenOptions>(), ...Object.fromEntries(values) }, argumentNames)
    })
  }
}

/** Reads the settings, runs the command, and turns a refusal into one sentence and an exit code. */
export async function execute<Config extends PlatformConfig, Options>(
  readConfig: () => Config,
  work: Work<Config, Options>,
  options: GivenOptions & Options,
  argumentNames: readonly string[] = [],
): Promise<void> {
  try {
    const config = readConfig()
    // Standard output is for the result.
    const format = lineFormat({ ...config, isTerminal: isatty(STANDARD_ERROR) })
    const log = createLogger({ level: config.logLevel, destination: LogWriter.toStandardError(format) })
    const output = await work({ config, log }, options)
    process.exitCode = output?.isFailure ? EXIT.failed : EXIT.done
    if (output) print(output, options)
  } catch (error) {
    const isWrongUsage = error instanceof AppError && error.kind === 'invalid'
    process.exitCode = isWrongUsage ? EXIT.usage : EXIT.failed
    const sentence = explain(error, argumentNames)
    if (options.json) sayJson({ error: sentence })
    else complain(`quittance: ${sentence}`)
  }
}

/** Prints the output of a command; for commands that must show their result before the stores are closed. */
export function print({ json, text, warnings = [] }: Output, options: GivenOptions): void {
  if (options.json) {
    sayJson(json)
    return
  }
  say(text)
  for (const warning of warnings) complain(warning)
}

/** A refusal is for the person at the terminal; anything else is a bug, and its stack helps to find it. */
function explain(error: unknown, argumentNames: readonly string[]): string {
  if (error instanceof AppError) return explainRefusal(error, argumentNames)
  if (error instanceof StartupError) return error.message
  if (isReadOnlyRefusal(error)) return NOT_ACTIVATED
  if (isPostgresUnavailable(error)) return `The connection to PostgreSQL was lost: ${error.message}.`
  return redactText(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
