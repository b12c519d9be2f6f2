import { Command } from 'commander'
import { expect, test } from 'vitest'
import { commandRunner } from '../platform/command-line/run-command.ts'
import { COMMANDS, nameOf } from './command-list.ts'
import { readConfig } from './config.ts'

test.each(COMMANDS)('the help lists "$term" as the command describes itself', async (listed) => {
  const program = new Command()
  const addCommands = await listed.load()

  addCommands(program, commandRunner(readConfig))

  const command = program.commands.find((each) => each.name() === nameOf(listed))
  const term = command === undefined ? undefined : program.createHelp().subcommandTerm(command)
  expect({ term, description: command?.description() }).toEqual({ term: listed.term, description: listed.description })
})

/** A program with all commands. */
async function everyCommand(): Promise<Command> {
  const program = new Command()
  const loaders = new Set(COMMANDS.map(({ load }) => load))
  for (const load of loaders) (await load())(program, commandRunner(readConfig))
  return program
}

test('the help lists every command', async () => {
  const program = await everyCommand()

  const loaded = program.commands.map((command) => command.name())

  expect(loaded.toSorted()).toEqual(COMMANDS.map(nameOf).toSorted())
})

test('no option shows an empty list as its default', async () => {
  const program = await everyCommand()
  const helpOf = (command: Command): string => [command.helpInformation(), ...command.commands.map(helpOf)].join('\n')

  expect(helpOf(program)).not.toContain('(default: [])')
})
