import { Outlet } from '@tanstack/react-router'
import { SessionDialog } from '../session/session-dialog.tsx'
import { Toasts } from '../ui/toast.tsx'
import { ConnectionBanner } from './banners.tsx'

/** Around every page, signed in or not. */
export function RootFrame() {
  return (
    <>
      <ConnectionBanner />
      <Outlet />
      <SessionDialog />
      <Toasts />
    </>
  )
}
