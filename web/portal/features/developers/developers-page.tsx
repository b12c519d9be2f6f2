import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'
import { SectionTabs } from './section-tabs.tsx'
import type { Section } from './sections.ts'

type Props = {
  readonly section: Section
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** The frame of the pages for developers: one title, the sections as tabs. */
export function DevelopersPage({ section, action, children }: Props) {
  const words = useWords('developers')
  const shell = useWords('shell')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  return (
    <Page title={`${words.sections[section]} · ${shell.developers}`} heading={shell.developers} action={action}>
      <SectionTabs organizationId={organizationId} current={section} />
      {children}
    </Page>
  )
}
