// pure
import type { Language } from '../language.ts'

/** The status of an invoice as people read it. The word of each is shown wherever its color is. */
export const SHOWN_STATUSES = ['DRAFT', 'OPEN', 'OVERDUE', 'PARTIAL', 'PENDING', 'PAID', 'CANCELED'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

export const STATUS_WORDS: Readonly<Record<Language, Readonly<Record<ShownStatus, string>>>> = {
  'de-DE': {
    DRAFT: 'Entwurf',
    OPEN: 'Offen',
    OVERDUE: 'Überfällig',
    PARTIAL: 'Teilweise bezahlt',
    PENDING: 'In Prüfung',
    PAID: 'Bezahlt',
    CANCELED: 'Storniert',
  },
  'en-US': {
    DRAFT: 'Draft',
    OPEN: 'Open',
    OVERDUE: 'Overdue',
    PARTIAL: 'Partly paid',
    PENDING: 'Under review',
    PAID: 'Paid',
    CANCELED: 'Canceled',
  },
  'es-419': {
    DRAFT: 'Borrador',
    OPEN: 'Abierta',
    OVERDUE: 'Vencida',
    PARTIAL: 'Pagada en parte',
    PENDING: 'En revisión',
    PAID: 'Pagada',
    CANCELED: 'Anulada',
  },
  'fr-FR': {
    DRAFT: 'Brouillon',
    OPEN: 'À payer',
    OVERDUE: 'En retard',
    PARTIAL: 'Partiellement payée',
    PENDING: 'En cours de vérification',
    PAID: 'Payée',
    CANCELED: 'Annulée',
  },
  'ja-JP': {
    DRAFT: '下書き',
    OPEN: '未払い',
    OVERDUE: '期日超過',
    PARTIAL: '一部支払済み',
    PENDING: '審査中',
    PAID: '支払済み',
    CANCELED: '取消済み',
  },
  'pt-BR': {
    DRAFT: 'Rascunho',
    OPEN: 'Em aberto',
    OVERDUE: 'Vencida',
    PARTIAL: 'Parcialmente paga',
    PENDING: 'Em análise',
    PAID: 'Paga',
    CANCELED: 'Cancelada',
  },
  'ru-RU': {
    DRAFT: 'Черновик',
    OPEN: 'К оплате',
    OVERDUE: 'Просрочен',
    PARTIAL: 'Частично оплачен',
    PENDING: 'На проверке',
    PAID: 'Оплачен',
    CANCELED: 'Отменён',
  },
  'zh-CN': {
    DRAFT: '草稿',
    OPEN: '待付款',
    OVERDUE: '已逾期',
    PARTIAL: '部分付款',
    PENDING: '审核中',
    PAID: '已付清',
    CANCELED: '已取消',
  },
  'zh-TW': {
    DRAFT: '草稿',
    OPEN: '待付款',
    OVERDUE: '已逾期',
    PARTIAL: '部分付款',
    PENDING: '審核中',
    PAID: '已付清',
    CANCELED: '已取消',
  },
}
