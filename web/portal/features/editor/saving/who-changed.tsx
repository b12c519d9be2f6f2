import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useWords } from '../../../words/use-words.ts'
import { useEditor } from '../use-editor.ts'

type Change = {
  readonly version: string
  readonly at: string
  readonly by: { readonly kind: 'user' | 'key' | 'payer' | 'service' | 'command-line'; readonly name: string | null }
}
type Answer = { readonly changes: readonly Change[] }

const SHOWN_MAX = 3

/** Who saved the invoice since the version that the person began with, and when. */
export function WhoChanged({ version }: { readonly version: string | undefined }) {
  const api = useApi()
  const words = useWords('editor')
  const format = useFormat()
  const { number = '' } = useEditor()
  const sinceVersion = /\d+/.exec(version ?? '')?.[0] ?? '0'
  const { data = [] } = useQuery({
    queryKey: [api.organizationId, 'invoice', number, 'changes', sinceVersion],
    queryFn: async ({ signal }) => {
      const path = `/portal/v1/invoices/${encodeURIComponent(number)}/changes`
      return ((await api.get<Answer>(path, { query: { sinceVersion }, signal })) as Answer).changes
    },
    staleTime: 0,
    gcTime: 0,
  })
  const who = ({ kind, name }: Change['by']): string => {
    if (name === null) return words.someoneElse
    return kind === 'key' ? words.program({ key: name }) : name
  }
  return data.slice(0, SHOWN_MAX).map(({ version: led, at, by }) => (
    <p key={led} className="who-changed">
      {words.changedBy({ who: who(by), time: format.instant(at) })}
    </p>
  ))
}
