import type { Outcome } from './port.ts'
import type { Processor, Processors } from './processor.ts'

const declined = async (): Promise<Outcome> => ({ status: 'declined', reason: 'notAllowed', facts: undefined })

/** The processor of an organization that has none: nothing can be paid. */
const noProcessor: Processor = {
  name: 'none',
  capabilities: () => ({
    methods: [],
    hasCardFields: false,
    hostedMethods: [],
    storesCredentials: false,
    authenticatesPayers: false,
  }),
  authorize: declined,
  capture: declined,
  reverse: declined,
  refund: declined,
  challenge: declined,
  outcome: declined,
  lookup: async () => ({ status: 'absent' }),
  abandon: async () => ({ status: 'absent' }),
  begin: declined,
  revoke: async () => ({ status: 'revoked' }),
  readEvent: async () => undefined,
  afterRecording: () => [],
}

/** An installation without processors. */
export const noProcessors: Processors = {
  all: [],
  processorOf: async () => ({ processor: noProcessor, account: 'none' }),
}
