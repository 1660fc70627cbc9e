-- Placeholder: documents of a year by partners of a region.
SELECT s.name, k.name AS kind, count(*) AS documents
FROM document AS d JOIN partner AS s ON s.id = d.partner JOIN document_kind AS k ON k.id = d.kind
WHERE extract(year FROM d.registered_at) = $1::int AND s.region = $2
GROUP BY s.name, k.name ORDER BY documents DESC, s.name, k.name
