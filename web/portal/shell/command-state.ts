import { Signal } from '../api/signal.ts'

/** Which list the command menu shows: everything, only invoices, or the values of one choice. */
export type CommandLevel = 'commands' | 'search' | 'organizations' | 'languages' | 'themes' | 'shortcuts'

export const commandLevel = new Signal<CommandLevel | undefined>(undefined)

export const openCommands = (level: CommandLevel): void => commandLevel.set(level)
export const closeCommands = (): void => commandLevel.set(undefined)
