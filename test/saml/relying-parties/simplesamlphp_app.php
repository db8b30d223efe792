<?php

// An application that follows the manual of SimpleSAMLphp. What it does not know itself, SimpleSAMLphp serves.

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (!in_array($path, ['/private/', '/sign-out', '/bye'], true)) {
    return false;
}
require '/usr/share/simplesamlphp/lib/_autoload.php';
$auth = new \SimpleSAML\Auth\Simple('keyward');
if ($path === '/sign-out') {
    $auth->logout([
        'ReturnTo' => 'http://' . $_SERVER['HTTP_HOST'] . '/bye',
        'ReturnStateParam' => 'state',
        'ReturnStateStage' => 'bye',
    ]);
}
header('Content-Type: text/plain');
if ($path === '/bye') {
    $state = \SimpleSAML\Auth\State::loadState($_GET['state'], 'bye');
    $status = $state['saml:sp:LogoutStatus'];
    echo $status['SubCode'] ?? $status['Code'], "\n", $auth->isAuthenticated() ? 'signed in' : 'signed out', "\n";
    return true;
}
$auth->requireAuth();
$attributes = $auth->getAttributes();
echo 'name_id=', $auth->getAuthData('saml:sp:NameID')->getValue(), "\n";
echo 'mail=', implode(';', $attributes['mail'] ?? []), "\n";
echo 'groups=', implode(';', $attributes['groups'] ?? []), "\n";
return true;
