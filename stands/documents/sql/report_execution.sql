-- Placeholder: tasks of a department that were completed in a month.
SELECT e.name, count(*) AS completed, count(*) FILTER (WHERE t.completed_at > t.due_at) AS late
FROM task AS t JOIN employee AS e ON e.id = t.performer
WHERE t.department = $1 AND t.completed_at >= ($2 || '-01')::date AND t.completed_at < ($2 || '-01')::date + interval '1 month'
GROUP BY e.name ORDER BY completed DESC, e.name
