# Calls operations through the client that OpenAPI::Client generates from a document, with its defaults, and prints each status and body.
use strict;
use warnings;
use Mojo::JSON qw(decode_json encode_json);
use OpenAPI::Client;

my ($document, $origin, $key, $calls) = @ARGV;
my $client = OpenAPI::Client->new($document, base_url => $origin);
$client->ua->on(start => sub { $_[1]->req->headers->header('X-API-Key' => $key) });

for my $call (@{decode_json($calls)}) {
  my $operation = $call->{operation};
  my $tx = $client->$operation($call->{parameters}, $call->{body} ? (json => $call->{body}) : ());
  print encode_json({operation => $operation, status => 0 + $tx->res->code, error => $tx->res->json && $tx->res->json->{error}}), "\n";
}
