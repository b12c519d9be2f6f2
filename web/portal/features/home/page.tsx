import { getRouteApi, Link } from '@tanstack/react-router'
import { FirstSteps } from '../../first-steps/first-steps.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useCanCreate, useOrganization } from '../../session/organization.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useWords } from '../../words/use-words.ts'
import { CurrencySwitch } from './currency-switch.tsx'
import { countOfNeeds } from './needs.ts'
import { NeedsList } from './needs-list.tsx'
import { OwedCard } from './owed-card.tsx'
import { type Home, useHome } from './queries.ts'
import { ReceivedCard } from './received-card.tsx'

const route = getRouteApi('/o/$organizationId/')

/** Answers three questions in one currency: the debts of customers, payments received, and everything that needs somebody. */
export function HomePage() {
  const [words, shell] = [useWords('home'), useWords('shell')]
  const { name } = useOrganization()
  const { zone } = useFormat()
  const { currency } = route.useSearch()
  const home = useHome(currency)
  return (
    <Page
      title={words.title}
      heading={<span className="value">{name}</span>}
      action={home.data && <CurrencySwitch home={home.data} asked={currency} />}
    >
      <FirstSteps />
      {home.isPending && <HomeSkeleton />}
      {home.isError && <Failed title={words.failed} onRetry={home.refetch} />}
      {home.data !== undefined && <Answers home={home.data} isStale={home.isPlaceholderData} />}
      <p className="zone quiet small">{shell.timesIn(zone)}</p>
    </Page>
  )
}

function HomeSkeleton() {
  return (
    <div className="home-answers">
      <div className="card">
        <SkeletonLines count={4} />
      </div>
      <div className="card">
        <SkeletonLines count={8} />
      </div>
    </div>
  )
}

function Answers({ home, isStale }: { readonly home: Home; readonly isStale: boolean }) {
  const { currency, owed, received, needs, today } = home
  const count = countOfNeeds(needs)
  if (currency === null && !home.hasInvoices && count === 0) return <NothingYet />
  return (
    <>
      <Lead count={count} />
      <div className="home-answers" aria-busy={isStale}>
        <div className="home-sums">
          {owed !== null && currency !== null && <OwedCard owed={owed} currency={currency} today={today} />}
          {received !== undefined && currency !== null && <ReceivedCard received={received} currency={currency} />}
        </div>
        <NeedsList needs={needs} />
      </div>
    </>
  )
}

/** On a phone the list stands far below. */
function Lead({ count }: { readonly count: number }) {
  const words = useWords('home')
  const format = useFormat()
  if (count === 0) return null
  return (
    <p className="lead">
      <a href="#needs">{words.attention({ count, text: format.count(count) })}</a>
    </p>
  )
}

/** An organization that has just begun. */
function NothingYet() {
  const [words, editor] = [useWords('home'), useWords('editor')]
  const { type } = useOrganization()
  const canCreate = useCanCreate()
  return (
    <div className="home-empty">
      <Empty
        title={words.empty}
        action={
          canCreate && (
            <Link className={buttonClass()} to="/o/$organizationId/invoices/-/new" from="/o/$organizationId">
              {editor.create}
            </Link>
          )
        }
      >
        {type === 'merchant' ? words.emptyText : words.emptyPartnerText}
      </Empty>
    </div>
  )
}
