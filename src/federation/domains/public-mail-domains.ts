// Domains in which anyone can get an address. No organization may speak for them.
//
// The list is our own. Packages with such lists (`email-providers`, `free-email-domains`) were read for it in November 2026. They
// also have thousands of domains of companies, whose administrators would be refused here, and one runs a script at its
// installation. A domain that is missing here still needs a DNS record, which only the owner of the domain can add.

/** Names that one provider has below many country domains, such as yahoo.co.uk and gmx.at. */
const families =
  /^(yahoo|ymail|hotmail|outlook|gmx|yandex|aol|mailinator)\.((com|co|net|org)\.)?([a-z]{2}|com|net|org|info)$/;

const list = `
gmail.com googlemail.com live.com live.be live.ca live.cn live.co.uk live.com.au live.com.mx live.de live.dk live.fr live.ie live.it
live.jp live.nl live.no live.se msn.com passport.com windowslive.com icloud.com me.com mac.com privaterelay.appleid.com
rocketmail.com aim.com love.com netscape.net verizon.net proton.me protonmail.com protonmail.ch pm.me tuta.com tuta.io
tutanota.com tutanota.de tutamail.com keemail.me zoho.com zohomail.com zohomail.eu mail.com email.com usa.com myself.com
consultant.com fastmail.com fastmail.fm hey.com hushmail.com mailfence.com startmail.com runbox.com posteo.de posteo.net mailbox.org
disroot.org riseup.net duck.com mozmail.com simplelogin.com anonaddy.com passmail.net pobox.com skiff.com kolabnow.com inbox.com
web.de t-online.de freenet.de arcor.de online.de email.de mail.de magenta.de 1und1.de vodafone.de unitybox.de
orange.fr wanadoo.fr free.fr sfr.fr neuf.fr laposte.net bbox.fr club-internet.fr numericable.fr
libero.it virgilio.it alice.it tin.it tim.it tiscali.it poste.it inwind.it iol.it email.it fastwebnet.it
btinternet.com btopenworld.com sky.com talktalk.net ntlworld.com virginmedia.com blueyonder.co.uk virgin.net tiscali.co.uk
eircom.net ziggo.nl kpnmail.nl planet.nl home.nl hetnet.nl chello.nl casema.nl upcmail.nl xs4all.nl telenet.be skynet.be proximus.be
bluewin.ch hispeed.ch sunrise.ch aon.at chello.at utanet.at telefonica.net terra.es wanadoo.es ya.com sapo.pt
telia.com bredband.net comhem.se spray.se online.no broadpark.no mail.dk elisanet.fi luukku.com
wp.pl o2.pl onet.pl op.pl interia.pl poczta.fm gazeta.pl tlen.pl vp.pl seznam.cz email.cz centrum.cz atlas.cz volny.cz post.cz
azet.sk centrum.sk zoznam.sk freemail.hu citromail.hu indamail.hu abv.bg mail.bg dir.bg inbox.lv hot.ee
mail.ru bk.ru inbox.ru list.ru internet.ru rambler.ru lenta.ru ya.ru ukr.net i.ua meta.ua bigmir.net
comcast.net xfinity.com att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net cox.net charter.net spectrum.net
optonline.net optimum.net earthlink.net mindspring.com roadrunner.com rr.com juno.com netzero.net frontier.com frontiernet.net
windstream.net centurylink.net embarqmail.com q.com wowway.com
rogers.com shaw.ca sympatico.ca bell.net telus.net videotron.ca cogeco.ca
uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com oi.com.br r7.com zipmail.com.br prodigy.net.mx
bigpond.com bigpond.net.au optusnet.com.au ozemail.com.au iinet.net.au tpg.com.au westnet.com.au xtra.co.nz
qq.com foxmail.com 163.com 126.com yeah.net 139.com 189.cn wo.cn sina.com sina.cn sohu.com tom.com 21cn.com aliyun.com
naver.com daum.net hanmail.net nate.com kakao.com docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp
nifty.com biglobe.ne.jp ocn.ne.jp excite.co.jp goo.jp rediffmail.com indiatimes.com sify.com vsnl.net singnet.com.sg
walla.co.il walla.com netvision.net.il mynet.com windowslive.com superonline.com telkomsa.net mweb.co.za webmail.co.za
10minutemail.com guerrillamail.com guerrillamail.net temp-mail.org tempmail.com yopmail.com yopmail.fr trashmail.com dispostable.com
sharklasers.com getnada.com maildrop.cc moakt.com emailondeck.com throwawaymail.com`;

const domains: ReadonlySet<string> = new Set(list.trim().split(/\s+/));

/** @param domain in lower case */
export const isPublicMailDomain = (domain: string): boolean => domains.has(domain) || families.test(domain);
