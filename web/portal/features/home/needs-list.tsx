import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { useWords } from '../../words/use-words.ts'
import { Declined, Disputes, FailedReports, FailingWebhooks, RefusedMails, Reviews } from './need-groups.tsx'
import { countOfNeeds } from './needs.ts'
import type { Needs } from './queries.ts'

/** Everything that somebody should look at, each with the way to do it; and a calm end if there is nothing. */
export function NeedsList({ needs }: { readonly needs: Needs }) {
  const words = useWords('home')
  const id = useId()
  if (countOfNeeds(needs) === 0) return <AllGood />
  return (
    <section className="needs" id="needs" aria-labelledby={id}>
      <h2 id={id}>{words.needs}</h2>
      <Reviews found={needs.reviews} />
      <Disputes found={needs.disputes} />
      <Declined found={needs.declined} />
      <RefusedMails found={needs.refusedMails} />
      <FailingWebhooks found={needs.webhooks} />
      <FailedReports found={needs.reports} />
    </section>
  )
}

function AllGood() {
  const words = useWords('home')
  return (
    <section className="needs calm">
      <CircleCheck size={24} aria-hidden="true" />
      <h2>{words.nothing}</h2>
      <p className="quiet small">{words.nothingText}</p>
    </section>
  )
}
