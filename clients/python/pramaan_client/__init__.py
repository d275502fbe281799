"""Client and verifier of the Pramaan tariff API. Standard library only.

    api = Api('https://tariffs.example.org', key)
    answer = api.post('/v1/calculate', {'state_code': 'BR', 'subcategory_code': 'DS-II', 'energy_units': 200,
                                        'connected_load': 2})
    published = read_published('https://files.example.org', trust=trust_bytes, kept=note)

Money is integer paise. An amount is no electricity bill: read `disclosures`, `blocked_components` and `final_payable` with it.
"""
import base64, decimal, email.utils, hashlib, http.client, json, re, time, urllib.error, urllib.parse, urllib.request

from .verify import Refused, check_note, read_note, read_trust, verify

__all__ = ['Api', 'PramaanError', 'Published', 'Refused', 'read_published', 'verify']


class PramaanError(Exception):
    """A refusal of the service, with its code; NETWORK, with status 0, if the service was not reached, or the answer is not JSON.

    Its text includes what is wrong with each field.
    """

    def __init__(self, code, status, message, details, request_id):
        given = details.get('fields')
        said = [_object(each).get('message') for each in given] if isinstance(given, list) else []
        fields = '; '.join(each for each in said if isinstance(each, str))
        super().__init__(f'{code}: {message}' + (f' ({fields})' if fields else ''))
        self.code, self.status, self.details, self.request_id = code, status, details, request_id


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is only sent to the address that it was given for."""

    def redirect_request(self, *_):
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


class Api:
    """A service. Tries again if it was not reached, and after 429 and 503: at most `tries` attempts, and at most `longest_wait`
    seconds between two: by default the longest that a limit of the service asks for. `timeout`: the longest silence of the service, in seconds.
    """

    def __init__(self, origin, key, tries=3, longest_wait=60.0, timeout=30.0):
        self.origin, self.key = origin.rstrip('/'), key.strip()  # A key file ends with a newline.
        self.tries, self.longest_wait, self.timeout = tries, longest_wait, timeout

    def get(self, path, **query):
        """The whole answer of a GET, as JSON."""
        given = {name: value for name, value in query.items() if value is not None}
        return self._send('GET', path + ('?' + urllib.parse.urlencode(given) if given else ''), None)

    def post(self, path, body):
        """The whole answer of a POST, as JSON. A Decimal of the body is sent as decimal text, which is exact."""
        return self._send('POST', path, json.dumps(body, default=_decimal_text).encode())

    def _send(self, method, address, body):
        if not _KEY.fullmatch(self.key):
            raise PramaanError('API_KEY_REQUIRED', 0, _NOT_ONE_KEY, {}, None)
        for tried in range(1, max(self.tries, 1) + 1):
            try:
                return self._send_once(method, address, body)
            except PramaanError as refused:
                wait = getattr(refused, 'retry_after', None)
                wait = 0.25 * 2**tried if wait is None else wait
                if tried >= self.tries or refused.status not in (0, 429, 503) or wait > self.longest_wait:
                    raise
                time.sleep(wait)

    def _send_once(self, method, address, body):
        headers = {'X-API-Key': self.key} | ({} if body is None else {'Content-Type': 'application/json'})
        try:
            request = urllib.request.Request(self.origin + address, data=body, headers=headers, method=method)
            with _OPENER.open(request, timeout=self.timeout) as response:
                return _answer(response.read())
        except urllib.error.HTTPError as refused:
            raise _refusal(refused) from None
        except (OSError, ValueError, http.client.HTTPException) as fault:  # ValueError: invalid address
            raise PramaanError('NETWORK', 0, str(fault), {}, None) from None


# Checked here: what is no header would be repeated in the error of http.client, and so get into logs.
_KEY = re.compile('[\x21-\x7e]*')
_NOT_ONE_KEY = 'the key has spaces, several lines or other letters: give only the line that begins with pk_'


def _decimal_text(value):
    if not isinstance(value, decimal.Decimal):
        raise TypeError(f'{value!r} of the body cannot be sent as JSON')
    return format(value, 'f')


_REDIRECTS = (301, 302, 303, 307, 308)


def _refusal(refused):
    try:
        text = refused.read().decode('utf-8', 'replace')
    except (OSError, http.client.HTTPException):
        text = ''  # The connection broke.
    try:
        envelope = _object(json.loads(text))
    except (ValueError, RecursionError):
        envelope = {}  # A proxy may have answered, in a language of its own.
    if refused.code in _REDIRECTS:
        text = f"redirected to {refused.headers.get('Location', 'another address')}, which is not followed"
    error = _object(envelope.get('error'))
    code, message, request_id = error.get('code'), error.get('message'), envelope.get('request_id')
    made = PramaanError(code if isinstance(code, str) else f'HTTP_{refused.code}', refused.code,
                        message if isinstance(message, str) else text[:200] or refused.reason,
                        _object(error.get('details')), request_id if isinstance(request_id, str) else None)
    made.retry_after = _wait(refused.headers)
    return made


_HTTP_DATE = re.compile('[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT')


def _wait(headers):
    """Retry-After is a number of seconds or a date (RFC 9110, 10.2.3); None: neither."""
    after = headers.get('Retry-After', '')
    if after.isdecimal() and after.isascii():
        return float(after)
    until = _seconds(after)
    if until is None:
        return None
    sent = _seconds(headers.get('Date', ''))  # The sender's clock, because the date is by that one.
    return max(0.0, until - (time.time() if sent is None else sent))


def _seconds(text):
    try:
        return email.utils.parsedate_to_datetime(text).timestamp() if _HTTP_DATE.fullmatch(text) else None
    except (ValueError, TypeError, OverflowError):  # No such day or month; older versions raise TypeError.
        return None


def _answer(data):
    try:
        return json.loads(data)
    except (ValueError, RecursionError):  # Such as the sign-in page of a proxy.
        text = data.decode('utf-8', 'replace')
        raise PramaanError('NETWORK', 0, f'the answer is not JSON: {text[:200] or "it is empty"}', {}, None) from None


def _object(value):
    return value if isinstance(value, dict) else {}


class Published:
    """The signed list of releases in service: `note`, to be kept; `serving`, a list of dicts; `record(release_sha256)`."""

    def __init__(self, read, trust, note, serving):
        self._read, self._trust, self.note, self.serving = read, trust, note, serving

    def record(self, release_sha256):
        """The record of a release in service, verified. Raises Refused with the code of the first check that fails."""
        served = next((each for each in self.serving if each['release_sha256'] == release_sha256), None)
        if served is None:
            raise KeyError(f'{release_sha256} is not in service')
        bundle = self._read(f'/public/releases/{release_sha256}')
        accepted, read = verify(bundle, self._trust), json.loads(bundle)
        statement = hashlib.sha256(base64.b64decode(read['envelope']['payload'])).hexdigest()
        if [accepted['release_sha256'], statement] != [release_sha256, served['statement_sha256']]:
            raise Refused('RELEASE_MISMATCH', 'another release than the one that is signed to serve')
        return json.loads(base64.b64decode(read['record']))


# Far larger than any published file: a server that is not trusted may send without end.
_MOST_BYTES = 64 * 1024 * 1024


def read_published(source, trust, kept=None, timeout=30.0):
    """Reads and verifies the releases published at an address, by a service or as a folder on a file server.

    `trust`: the trust document as bytes or text, got by a way that you trust. `kept`: the note of the last time, if you kept it: an older log
    is refused, STALE_CHECKPOINT, another of the same size, FORKED_HISTORY, and what is no note of the log, REFERENCE_INVALID. That a longer
    log begins with the one you kept is not checked here: `release verify` and `log checkpoint` of the command line do.
    Raises Refused, or PramaanError NETWORK.
    """
    origin = source.rstrip('/')
    trust = trust.encode('utf-8', 'surrogatepass') if isinstance(trust, str) else trust

    def read(path):
        try:
            with _OPENER.open(origin + path, timeout=timeout) as response:
                data = response.read(_MOST_BYTES + 1)
        except (OSError, ValueError, http.client.HTTPException) as fault:  # ValueError: it is no address
            raise PramaanError('NETWORK', 0, f'{path}: {fault}', {}, None) from None
        if len(data) > _MOST_BYTES:
            raise PramaanError('NETWORK', 0, f'{path}: larger than {_MOST_BYTES} bytes', {}, None)
        return data

    for tries_left in 2, 1, 0:  # The two change together, and are two files.
        state, note = read('/log/serving.json'), read('/log/checkpoint')
        try:
            verify(state, trust, note)
            break
        except Refused as refused:
            if refused.args[0] != 'SERVING_MISMATCH' or tries_left == 0:
                raise
    if kept is not None:
        _judge(note, kept, trust)
    return Published(read, trust, note.decode(), json.loads(state)['serving'])


def _judge(note, kept, trust):
    """Section 8 of docs/verify, checks 18 to 24: the note that was kept is verified too."""
    try:
        held_bytes = kept.encode() if isinstance(kept, str) else kept
        held = read_note(held_bytes)
    except ValueError as fault:
        raise Refused('REFERENCE_INVALID', f'the note that was kept is not a checkpoint: {fault.args[-1]}') from None
    now = read_note(note)
    if now['origin'] != held['origin']:
        raise Refused('FORKED_HISTORY', 'the note that was kept is of another log')
    check_note(now, read_trust(trust), held_bytes, 0)
    if now['position'] < held['position']:
        raise Refused('STALE_CHECKPOINT', 'the log is older than the note that was kept')
