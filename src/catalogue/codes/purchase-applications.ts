/**
 * Services that bring money to the merchant, by their names in records. Authorizations are not among them: what was
 * authorized has its own record when it is captured.
 */
export const PURCHASE_APPLICATIONS: readonly string[] = [
  'ics_bill',
  'ics_ap_capture',
  'ics_ap_sale',
  'ics_bank_transfer',
  'ics_bank_transfer_real_time',
  'ics_boleto_payment',
  'ics_china_payment',
  'ics_direct_debit',
  'ics_ecp_debit',
  'ics_gift_card_redemption',
  'ics_paypal_do_capture',
  'ics_paypal_ec_do_payment',
  'ics_paypal_do_ref_transaction',
  'ics_paypal_preapproved_payment',
  'ics_pin_debit_purchase',
  'ics_pinless_debit',
  'ics_redeem_isv',
  'ics_service_fee_bill',
  'ics_service_fee_ecp_debit',
]
