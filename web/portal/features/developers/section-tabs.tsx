import { Link } from '@tanstack/react-router'
import { Tabs } from '../../ui/tabs.tsx'
import { useWords } from '../../words/use-words.ts'
import { SECTIONS, type Section } from './sections.ts'

type Props = { readonly organizationId: string; readonly current: Section }

export function SectionTabs({ organizationId, current }: Props) {
  const words = useWords('developers')
  const shell = useWords('shell')
  return (
    <Tabs label={shell.developers} current={current}>
      {SECTIONS.map(({ name, to }) => (
        <Link key={name} to={to} params={{ organizationId }}>
          {words.sections[name]}
        </Link>
      ))}
    </Tabs>
  )
}
