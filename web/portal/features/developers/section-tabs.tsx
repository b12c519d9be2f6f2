import { Link } from '@tanstack/react-router'
import { HAS_DOCS, ROOT_PATH } from '../../page-facts.ts'
import { useSession } from '../../session/session.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useWords } from '../../words/use-words.ts'
import { SECTIONS, type Section } from './sections.ts'

type Props = { readonly organizationId: string; readonly current: Section }

export function SectionTabs({ organizationId, current }: Props) {
  const words = useWords('developers')
  const shell = useWords('shell')
  const { mode } = useSession()
  return (
    <Tabs label={shell.developers} current={current}>
      {SECTIONS.filter(({ name }) => name !== 'sandbox' || mode === 'sandbox').map(({ name, to }) => (
        <Link key={name} to={to} params={{ organizationId }}>
          {words.sections[name]}
        </Link>
      ))}
      {HAS_DOCS && <a href={`${ROOT_PATH}/docs/`}>{words.reference}</a>}
    </Tabs>
  )
}
