import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useOrganization } from '../../../session/organization.ts'
import { Address } from '../../../ui/address.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { useWords } from '../../../words/use-words.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { type Webhook, webhooksQuery } from './queries.ts'
import { NewSigningKey } from './signing-key.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookStatus } from './webhook-status.tsx'

/** The addresses that are notified of events. */
export function WebhooksPage() {
  const words = useWords('webhooks')
  const { data: webhooks } = useSuspenseQuery(webhooksQuery(useApi()))
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden="true" />
      {words.create}
    </Button>
  )
  return (
    <DevelopersPage section="webhooks" action={create}>
      <p className="quiet">{words.intro}</p>
      {webhooks.length === 0 ? (
        <Empty title={words.none}>{words.noneText}</Empty>
      ) : (
        <WebhookTable webhooks={webhooks} />
      )}
      <div>
        <NewSigningKey />
      </div>
      {isCreating && <WebhookDialog webhook={undefined} onClose={() => setCreating(false)} />}
    </DevelopersPage>
  )
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const words = useWords('webhooks')
  const developers = useWords('developers')
  const format = useFormat()
  const { organizationId } = useOrganization()
  return (
    <table className="table facts-table" aria-label={developers.sections.webhooks}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.url}</th>
          <th scope="col">{words.events}</th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map(({ webhookId, name, webhookUrl, status, products }) => {
          const count = products.flatMap(({ eventTypes }) => eventTypes).length
          return (
            <tr key={webhookId}>
              <td className="main value">
                <Link
                  to="/o/$organizationId/developers/webhooks/$webhookId"
                  params={{ organizationId, webhookId }}
                  className="row-link"
                >
                  {name}
                </Link>{' '}
                <WebhookStatus status={status} />
              </td>
              <td>
                <code>
                  <Address text={webhookUrl} />
                </code>
              </td>
              <td className="nowrap">{words.eventCount({ count, text: format.count(count) })}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
