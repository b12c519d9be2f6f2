import { Command, CommanderError, Help } from 'commander'
import { commandRunner, EXIT } from '../platform/command-line/run-command.ts'
import { COMMANDS, nameOf } from './command-list.ts'
import { readConfig } from './config.ts'
import { version } from './version.ts'

/** Runs the command that the arguments of this process name, and sets its exit code. */
export async function runProgram(): Promise<void> {
  // The reader of our output may close it early, as `head` does after ten lines.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  const program = await programFor(process.argv.slice(2))
  try {
    await program.parseAsync()
  } catch (error) {
    // commander has already printed the error, or the help.
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage
  }
}

/** Loads the named command alone. */
async function programFor([first, second]: readonly string[]): Promise<Command> {
  const program = new Command('quittance')
    .description('Self-hosted invoicing and payment reporting.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      '\nSettings come from the environment: see `quittance serve --help` or docs/settings.md.\nExit codes: 0 done, 1 failed, 2 wrong usage.',
    )
  // `quittance help <command>` shows the help of the command itself.
  const requested = first === 'help' ? second : first
  const named = COMMANDS.find((command) => nameOf(command) === requested)
  if (named === undefined) listCommands(program)
  else (await named.load())(program, commandRunner(readConfig))
  return program
}

/** For the help, and for the refusal of an unknown name. */
function listCommands(program: Command): void {
  for (const command of COMMANDS) program.command(nameOf(command)).description(command.description)
  program.configureHelp({
    subcommandTerm(command) {
      const listed = COMMANDS.find((each) => nameOf(each) === command.name())
      return listed?.term ?? Help.prototype.subcommandTerm.call(this, command)
    },
  })
}
