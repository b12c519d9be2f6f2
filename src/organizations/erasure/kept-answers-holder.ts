import { isPerson, type Person } from '../../kernel/person.ts'
import { counted, type PersonalDataHolder, type SoughtPerson } from '../../kernel/personal-data.ts'
import { storedResponses } from '../../platform/http/idempotency/stored-response.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

type Deps = { readonly db: Pick<Database, 'db'>; readonly secrets: Secrets }

const PHONE_NAME = /phone/i
const CUSTOMER_NAME = /customerId$/i

/**
 * Holds responses that are stored for repeated requests with the same Idempotency-Key. A response that names the
 * person is erased, but its key is kept: the request must not be executed a second time.
 */
export function keptAnswersHolder(deps: Deps): PersonalDataHolder {
  return {
    name: 'repeated requests',
    find: async (sought) => {
      let count = 0
      for await (const _response of responsesTo(deps, sought)) count += 1
      return counted('kept answers', count)
    },
    erase: async (sought) => {
      let count = 0
      for await (const { erase } of responsesTo(deps, sought)) {
        await erase()
        count += 1
      }
      return counted('kept answers', count)
    },
  }
}

async function* responsesTo(deps: Deps, { organizationIds, person }: SoughtPerson) {
  for (const organizationId of organizationIds) {
    for await (const kept of storedResponses(deps, organizationId)) {
      const text = kept.response.body?.toString('utf8') ?? ''
      if (mentions(text, person)) yield kept
    }
  }
}

function mentions(text: string, person: Person): boolean {
  const plain = text.toLowerCase()
  return person.emails.some((email) => plain.includes(email)) || namesNumber(text, person)
}

/** Whether the JSON contains a number of the person under a name that says what it is. */
function namesNumber(text: string, person: Person): boolean {
  let isFound = false
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value !== 'string') return value
      const phone = PHONE_NAME.test(name) ? value : undefined
      const customerId = CUSTOMER_NAME.test(name) ? value : undefined
      isFound ||= isPerson(person, { phone, customerId })
      return value
    })
  } catch (error) {
    // Text that is not JSON has no names that tell numbers apart.
    if (!(error instanceof SyntaxError)) throw error
  }
  return isFound
}
