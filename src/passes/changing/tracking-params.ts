/**
 * Parameters that say where the visitor came from and do not affect the page. Each name belongs to one program, so no
 * site uses it for anything else: never `ref`, `source`, `session`, `page`. A name that ends in `*` is a prefix.
 */
export const TRACKING_PARAMS: readonly string[] = [
  'utm_*', // Urchin and Google Analytics campaigns
  'gclid', // Google Ads click
  'gclsrc', // Google Ads click source
  'dclid', // Google Display click
  'gbraid', // Google Ads click from an app
  'wbraid', // Google Ads click from the web to an app
  'gad_source', // Google Ads
  'gad_campaignid', // Google Ads
  'srsltid', // Google Merchant Center result
  '_ga', // Google Analytics cross-domain client
  '_gl', // Google Analytics cross-domain linker
  'fbclid', // Facebook click
  'igshid', // Instagram share
  'msclkid', // Microsoft Advertising click
  'twclid', // X (Twitter) click
  'ttclid', // TikTok click
  'li_fat_id', // LinkedIn first-party ad tracking
  'epik', // Pinterest click
  'rdt_cid', // Reddit click
  'ScCid', // Snapchat click
  'yclid', // Yandex Direct click
  'ysclid', // Yandex search click
  '_openstat', // Openstat campaign
  'mc_cid', // Mailchimp campaign
  'mc_eid', // Mailchimp recipient
  'mkt_tok', // Marketo recipient
  '_hsenc', // HubSpot recipient
  '_hsmi', // HubSpot mailing
  '__hstc', // HubSpot visitor
  '__hssc', // HubSpot session
  '__hsfp', // HubSpot fingerprint
  'hsCtaTracking', // HubSpot call to action
  'vero_id', // Vero recipient
  'vero_conv', // Vero conversion
  'oly_anon_id', // Omeda visitor
  'oly_enc_id', // Omeda recipient
  'ml_subscriber', // MailerLite recipient
  'ml_subscriber_hash', // MailerLite recipient
  'wickedid', // Wicked Reports click
  'irclickid', // Impact affiliate click
  'mtm_*', // Matomo campaigns
  'pk_campaign', // Piwik campaign
  'pk_kwd', // Piwik campaign keyword
  'pk_source', // Piwik campaign source
  'pk_medium', // Piwik campaign medium
];
