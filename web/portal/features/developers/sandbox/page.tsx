import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { ROOT_PATH } from '../../../page-facts.ts'
import { useOrganization } from '../../../session/organization.ts'
import { useSession } from '../../../session/session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { DevelopersPage } from '../developers-page.tsx'

/** The tools of a sandbox: its inbox, its receivers, its clock and sample payments. */
export function SandboxPage() {
  const words = useWords('sandbox')
  const { mode } = useSession()
  if (mode === 'live') {
    return (
      <DevelopersPage section="sandbox">
        <Empty title={words.only} />
      </DevelopersPage>
    )
  }
  return (
    <DevelopersPage section="sandbox">
      <p className="quiet">{words.intro}</p>
      <div className="tool-cards">
        <Tool name={words.inbox} text={words.inboxText} path="/sandbox/inbox" />
        <Tool name={words.lab} text={words.labText} path="/sandbox/webhooks" />
        <Tool name={words.clock} text={words.clockText} path="/sandbox/clock" />
        <DemoData />
      </div>
    </DevelopersPage>
  )
}

function Card({
  name,
  text,
  children,
}: {
  readonly name: string
  readonly text: string
  readonly children: ReactNode
}) {
  return (
    <section className="card">
      <h2>{name}</h2>
      <p className="quiet">{text}</p>
      {children}
    </section>
  )
}

function Tool({ name, text, path }: { readonly name: string; readonly text: string; readonly path: string }) {
  const words = useWords('sandbox')
  return (
    <Card name={name} text={text}>
      <div>
        <a className={buttonClass({ kind: 'plain' })} href={`${ROOT_PATH}${path}`}>
          {words.openPage({ name })}
        </a>
      </div>
    </Card>
  )
}

type Loaded = { readonly isNew: boolean; readonly records: number }

function DemoData() {
  const words = useWords('sandbox')
  const format = useFormat()
  const api = useApi()
  const client = useQueryClient()
  const { type } = useOrganization()
  const load = useMutation({
    mutationFn: () => api.post<Loaded>('/sandbox/v1/demo-data', {}),
    onSuccess: ({ isNew, records }) =>
      showToast(isNew ? words.loaded({ text: format.count(records) }) : words.wasLoaded),
    onSettled: () => client.invalidateQueries({ queryKey: [api.organizationId] }),
  })
  return (
    <Card name={words.demo} text={type === 'merchant' ? words.demoText : words.demoMerchantOnly}>
      <FormProblem error={load.error} />
      {type === 'merchant' && (
        <div>
          <Button kind="plain" isBusy={load.isPending} busyLabel={words.loading} onClick={() => load.mutate()}>
            {words.load}
          </Button>
        </div>
      )}
    </Card>
  )
}
