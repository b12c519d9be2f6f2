import { Signal } from '../api/signal.ts'

/** Which list the command menu shows: everything, only invoices, or the values of one choice. */
export type CommandLevel = 'commands' | 'search' | 'organizations' | 'languages' | 'themes' | 'shortcuts'

export const commandLevel = new Signal<CommandLevel | undefined>(undefined)

export const openCommands = (level: CommandLevel): void => commandLevel.set(level)
export const closeCommands = (): void => commandLevel.set(undefined)

/** Typed after the key that opens the menu and before its field has the focus. Nobody waits for a file to load. */
let typedAhead = ''
let field: ((text: string) => void) | undefined

export function typeAhead(character: string): void {
  typedAhead += character
  field?.(takeTypedAhead())
}

export function takeTypedAhead(): string {
  const text = typedAhead
  typedAhead = ''
  return text
}

/** The field takes letters until it has the focus; returns how to stop. */
export function receiveTypedAhead(receive: (text: string) => void): () => void {
  field = receive
  return () => {
    field = undefined
  }
}
