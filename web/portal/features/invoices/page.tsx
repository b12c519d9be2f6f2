import { Link } from '@tanstack/react-router'
import { JobsLink } from '../../invoice-jobs/jobs-link.tsx'
import { RunningJobs } from '../../invoice-jobs/running-jobs.tsx'
import { InvoiceList } from '../../invoice-list/invoice-list.tsx'
import { useListAddress } from '../../invoice-list/list-address.tsx'
import { useCounts } from '../../invoice-list/queries.ts'
import { SavedViewsMenu } from '../../invoice-list/views/saved-views-menu.tsx'
import { ViewTabs } from '../../invoice-list/views/view-tabs.tsx'
import { useCanCreate, useOrganization } from '../../session/organization.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'

/** The invoices of an organization. Everything that is shown is in the address. */
export function InvoicesPage() {
  const words = useWords('invoices')
  const list = useListAddress()
  const counts = useCounts()
  const { type } = useOrganization()
  return (
    <Page title={words.title} action={<CreateInvoice />}>
      <ViewTabs state={list.state} counts={counts.data} />
      {type === 'merchant' && <RunningJobs />}
      <InvoiceList
        list={list}
        tools={
          <>
            <SavedViewsMenu list={list} />
            {type === 'merchant' && <JobsLink />}
          </>
        }
      />
    </Page>
  )
}

function CreateInvoice() {
  const words = useWords('editor')
  const { organizationId } = useOrganization()
  const imports = useWords('imports')
  if (!useCanCreate()) return null
  return (
    <div className="actions in-line">
      <Link
        to="/o/$organizationId/invoices/-/imports"
        params={{ organizationId }}
        className={buttonClass({ kind: 'plain' })}
      >
        {imports.open}
      </Link>
      <Link to="/o/$organizationId/invoices/-/new" params={{ organizationId }} className={buttonClass()}>
        {words.create}
      </Link>
    </div>
  )
}
