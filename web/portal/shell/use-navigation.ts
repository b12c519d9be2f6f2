import { useMay } from '../session/organization.ts'
import { NAVIGATION, type NavigationEntry } from './navigation.ts'

/** The pages that the person may see. */
export function useNavigation(): readonly NavigationEntry[] {
  const may = useMay()
  return NAVIGATION.filter(({ permission }) => permission === undefined || may(permission))
}
