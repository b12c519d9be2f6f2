import type { Database } from '../../postgres/database.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { listAnswered, overwriteResponse } from './idempotency-store.ts'
import { ERASED_RESPONSE, isErased, openResponse, type StoredResponse, sealResponse } from './stored-response.ts'

type Deps = { readonly db: Pick<Database, 'db'>; readonly secrets: Secrets }

type ErasableResponse = {
  readonly response: StoredResponse
  /** Erases the response: its request is refused from now on, and has no second effect. */
  readonly erase: () => Promise<void>
}

/** Iterates over the stored responses of an organization that were not erased. */
export async function* storedResponses(
  { db: { db }, secrets }: Deps,
  organizationId: string,
): AsyncGenerator<ErasableResponse> {
  let page = await listAnswered(db, organizationId)
  while (page.length > 0) {
    for (const kept of page) {
      const response = openResponse(secrets, kept.scope, kept.sealedAnswer)
      if (isErased(response)) continue
      const erase = () => overwriteResponse(db, kept, sealResponse(secrets, kept.scope, ERASED_RESPONSE))
      yield { response, erase }
    }
    page = await listAnswered(db, organizationId, page.at(-1)?.scope)
  }
}
