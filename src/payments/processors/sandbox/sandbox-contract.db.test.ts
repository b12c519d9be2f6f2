import { testSecrets } from '../../../../test/support/data/organizations.ts'
import { aCard } from '../../../../test/support/data/payments.ts'
import { aDatabase } from '../../../../test/support/processes/queue-node.ts'
import { describeProcessor } from '../../../../test/support/processors/processor-contract.ts'
import type { ProcessorUnderTest } from '../../../../test/support/processors/processor-under-test.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { METHODS, type Source } from '../../port/port.ts'
import type { Processor } from '../../port/processor.ts'
import { type CheckoutSource, TEST_PAY } from './behaviour.ts'
import { bookLaterEvent } from './days/later-event.ts'
import { sandboxEventRequest } from './sandbox-events.ts'
import { endCheckout, sandboxProcessor } from './sandbox-processor.ts'
import { recordChallenge } from './sandbox-store.ts'

const { database } = await aDatabase()
const clock = settableClock('2026-03-09T10:00:00Z')
const options = { database, clock, secrets: testSecrets, baseUrl: 'https://pay.example.com' }

const aDebit = (accountNumber: string): Source => ({
  method: 'bankDebit',
  account: { holder: 'Ada Lovelace', routingNumber: '021000021', accountNumber },
})

const CARDS = {
  approved: aCard(),
  declined: aCard('4000000000000002'),
  review: aCard('4000000000009235'),
  challenge: aCard('4000000000003220'),
  lostAnswer: aCard('4111111111111111'),
  neverArrives: aCard('4111111111111111'),
  declinedLater: aCard('4000000000000341'),
  disputeWon: aCard('4111111111111111'),
  disputeLost: aCard('4111111111111111'),
  refundedElsewhere: aCard('4111111111111111'),
  refundFails: aCard('4111111111111111'),
  endsElsewhere: aCard('4111111111111111'),
  hasDeadline: aCard('4111111111111111'),
}

function tested(processor: Processor): ProcessorUnderTest {
  return {
    processor,
    organizationId: 'shop',
    account: 'sandbox',
    method: 'card',
    sourceFor: (wanted) => CARDS[wanted],
    endChallenge: (place, result) => recordChallenge(database, place, result),
    choices: [
      { entered: aCard(), method: 'card' },
      { entered: aDebit('000123456789'), method: 'bankDebit' },
      { entered: { method: TEST_PAY }, method: 'testpay' },
    ],
    endCheckout: async (place, entered) =>
      void (await endCheckout(options, place, entered as CheckoutSource | 'canceled')),
    happen: async (place, stage) =>
      (await bookLaterEvent(database, { ...place, isEnd: stage === 'end', at: clock.now() }))?.event,
    passUntil: async (instant) => clock.set(instant.toString()),
    requestWith: ({ organizationId, ...event }) => {
      const { headers, body } = sandboxEventRequest(testSecrets, organizationId, [event])
      return { organizationId, headers, body: Buffer.from(body) }
    },
  }
}

describeProcessor('the sandbox with card fields', async () => tested(sandboxProcessor(options)))

describeProcessor('the sandbox with bank debits', async () => ({
  ...tested(sandboxProcessor(options)),
  method: 'bankDebit',
  sourceFor: (wanted) =>
    ({ approved: aDebit('000123456789'), declined: aDebit('000111111116') })[wanted as 'approved' | 'declined'],
}))

/** A processor without card fields fits the same port. */
describeProcessor('the sandbox with hosted methods only', async () => ({
  ...tested(sandboxProcessor({ ...options, hostedMethods: METHODS })),
  sourceFor: (wanted) => (wanted === 'lostAnswer' || wanted === 'neverArrives' ? undefined : CARDS[wanted]),
}))

/** All that the page knows is that the payer chooses on the processor's. */
describeProcessor('the sandbox with a checkout of its own methods', async () => ({
  ...tested(sandboxProcessor({ ...options, hostedMethods: ['hosted'] })),
  method: 'hosted',
  sourceFor: (wanted) => (wanted === 'lostAnswer' || wanted === 'neverArrives' ? undefined : CARDS[wanted]),
}))
