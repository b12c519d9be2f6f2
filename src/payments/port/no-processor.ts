import type { Outcome, Processor } from './port.ts'

const declined = async (): Promise<Outcome> => ({ status: 'declined', reason: 'notAllowed', facts: undefined })

/** Stands in where no processor is configured: nothing can be paid. */
export const noProcessor: Processor = {
  name: 'none',
  capabilities: () => ({ methods: [], hasCardFields: false, hostedMethods: [] }),
  authorize: declined,
  capture: declined,
  reverse: declined,
  refund: declined,
  challenge: declined,
  outcome: declined,
  lookup: async () => ({ status: 'absent' }),
  begin: declined,
  readEvent: async () => undefined,
}
