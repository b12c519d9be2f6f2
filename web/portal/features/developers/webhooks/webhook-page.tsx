import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Address } from '../../../ui/address.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { Page } from '../../../ui/page.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { Deliveries } from './deliveries.tsx'
import { useDeleteWebhook, useSendTest, useSetStatus, type Webhook, webhookQuery } from './queries.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookStatus } from './webhook-status.tsx'

/** One webhook and its deliveries. */
export function WebhookPage() {
  const words = useWords('webhooks')
  const developers = useWords('developers')
  const shell = useWords('shell')
  const { zone } = useFormat()
  const { organizationId, webhookId } = useParams({ from: '/o/$organizationId/developers/webhooks/$webhookId' })
  const { data: webhook } = useSuspenseQuery(webhookQuery(useApi(), webhookId))
  const { name, status, webhookUrl, statusReason, products } = webhook
  return (
    <Page
      title={name}
      heading={
        <>
          <span className="value">{name}</span> <WebhookStatus status={status} />
        </>
      }
      back={
        <Link to="/o/$organizationId/developers/webhooks" params={{ organizationId }} className="back-link">
          <ArrowLeft size={16} aria-hidden="true" />
          {developers.sections.webhooks}
        </Link>
      }
      action={<WebhookActions webhook={webhook} />}
    >
      <section className="card">
        <dl className="rows stacked">
          <div className="fact">
            <dt>{words.url}</dt>
            <dd>
              <code>
                <Address text={webhookUrl} />
              </code>
            </dd>
          </div>
          <div className="fact">
            <dt>{words.status}</dt>
            <dd>{reasonText(words.statusReasons, statusReason)}</dd>
          </div>
          <div className="fact">
            <dt>{words.events}</dt>
            <dd className="event-names">
              {products
                .flatMap(({ eventTypes }) => eventTypes)
                .map((eventType) => (
                  <code key={eventType}>{eventType}</code>
                ))}
            </dd>
          </div>
        </dl>
      </section>
      <Deliveries webhook={webhook} />
      <p className="zone quiet small">{shell.timesIn(zone)}</p>
    </Page>
  )
}

/** A newer service may have another reason. */
function reasonText(texts: Readonly<Record<string, string>>, reason: string): string {
  return texts[reason] ?? reason
}

function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords('webhooks')
  const shell = useWords('shell')
  const { webhookId, status } = webhook
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const test = useSendTest(webhookId)
  const setStatus = useSetStatus(webhookId)
  const close = () => setAsked(undefined)
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ isDelivered, responseStatus }) =>
        showToast(
          isDelivered ? words.testDelivered : words.testFailed({ status: String(responseStatus ?? words.noAnswer) }),
        ),
      onError: () => showToast(shell.failedText),
    })
  const isInactive = status === 'INACTIVE'
  return (
    <div className="actions">
      <Menu
        trigger={
          <Button kind="plain">
            {shell.more}
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setAsked('edit')}>{words.edit}</MenuItem>
        <MenuItem onSelect={() => setStatus.mutate(isInactive ? 'ACTIVE' : 'INACTIVE')}>
          {isInactive ? words.activate : words.deactivate}
        </MenuItem>
        <MenuSeparator />
        <MenuItem isDanger onSelect={() => setAsked('delete')}>
          {words.remove}
        </MenuItem>
      </Menu>
      <Button kind="plain" onClick={sendTest} isBusy={test.isPending}>
        {words.test}
      </Button>
      {asked === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {asked === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
    </div>
  )
}

type AskedProps = { readonly webhook: Webhook; readonly onClose: () => void }

function DeleteDialog({ webhook: { webhookId, name }, onClose }: AskedProps) {
  const words = useWords('webhooks')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const navigate = useNavigate()
  const remove = useDeleteWebhook(webhookId)
  const leave = () => {
    showToast(words.removed({ name }))
    void navigate({ to: '/o/$organizationId/developers/webhooks', params: { organizationId } })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.removeTitle({ name })}
      confirmLabel={words.removeConfirm({ name })}
      isDanger
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
    >
      <FormProblem error={remove.error} />
      <p>{words.removeText}</p>
    </ConfirmDialog>
  )
}
