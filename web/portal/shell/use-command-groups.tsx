import type { FinderGroup } from '../ui/finder.tsx'
import { useWords } from '../words/use-words.ts'
import { useCommandItems, useLanguageItems, useThemeItems } from './command-items.tsx'
import type { CommandLevel } from './command-state.ts'
import { useInvoiceItems, useOrganizationGroups } from './found-items.tsx'

type Found = { readonly groups: readonly FinderGroup[]; readonly isBusy: boolean }

/** The lists of one level of the command menu, for the text that was typed. */
export function useCommandGroups(level: Exclude<CommandLevel, 'shortcuts'>, text: string): Found {
  const words = useWords('shell')
  const commands = useCommandItems(text)
  const languages = useLanguageItems(text)
  const themes = useThemeItems(text)
  const invoices = useInvoiceItems(level === 'search' || level === 'commands' ? text : '')
  const organizations = useOrganizationGroups(level === 'organizations', text)
  switch (level) {
    case 'commands':
      return { ...invoices, groups: [...commands, ...invoices.groups] }
    case 'search':
      return invoices
    case 'organizations':
      return organizations
    case 'languages':
      return { groups: [{ value: words.language, items: languages }], isBusy: false }
    case 'themes':
      return { groups: [{ value: words.theme, items: themes }], isBusy: false }
  }
}
