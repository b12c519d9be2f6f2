import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrganization } from '../../session/organization.ts'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useWords } from '../../words/use-words.ts'
import { SECTIONS, type Section } from './sections.ts'

type Props = {
  readonly section: Section
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** The frame of the pages about the organization itself: one title, the sections as tabs. */
export function OrganizationPage({ section, action, children }: Props) {
  const words = useWords('administration')
  const shell = useWords('shell')
  const { organizationId, type } = useOrganization()
  const sections = SECTIONS.filter(({ isForParents }) => type !== 'merchant' || !isForParents)
  return (
    <Page title={`${words.sections[section]} · ${shell.organization}`} heading={shell.organization} action={action}>
      <Tabs label={shell.organization} current={section}>
        {sections.map(({ name, to }) => (
          <Link key={name} to={to} params={{ organizationId }}>
            {words.sections[name]}
          </Link>
        ))}
      </Tabs>
      {children}
    </Page>
  )
}
