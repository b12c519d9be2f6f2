import { useMay, useOrganization } from '../session/organization.ts'
import { NAVIGATION, type NavigationEntry } from './navigation.ts'

/** The pages that the person may see. */
export function useNavigation(): readonly NavigationEntry[] {
  const may = useMay()
  const { type, hasFraudManagement } = useOrganization()
  const isHeld = type === 'merchant' && hasFraudManagement
  return NAVIGATION.filter(
    ({ permission, needsFraudManagement = false }) =>
      (permission === undefined || may(permission)) && (isHeld || !needsFraudManagement),
  )
}
