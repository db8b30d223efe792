module keyward.example/clients/go

go 1.26.0
